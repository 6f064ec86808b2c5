import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { useLiveState } from '../../../../lib/live-client.ts';
import { useCreateCredentials } from '../../add/api/add-bin.ts';
import { BoardCredentials } from '../../add/components/board-credentials.tsx';
import { BoardKeyDialog } from '../../add/components/board-key-dialog.tsx';
import classes from './settings.module.css';

/** Creates a new key for a main board; the old key stops working. */
export function BoardKey({ mainBoardId }: { readonly mainBoardId: string }) {
  const { t } = useTranslation();
  const [isConfirming, confirmation] = useDisclosure(false);
  const credentials = useCreateCredentials();
  const isOffline = useLiveState().kind === 'offline';
  return (
    <div className={classes['boardKey']}>
      <h2 className={classes['title']}>{t('boardKey.title')}</h2>
      <p className={classes['hint']}>{t('boardKey.hint')}</p>
      <div>
        <Button
          variant="default"
          leftSection={<IconKey size={18} aria-hidden />}
          onClick={confirmation.open}
        >
          {t('boardKey.open')}
        </Button>
      </div>
      <UnsavedGuard isDirty={credentials.isPending || credentials.isSuccess} hasBoardKey />
      {credentials.isSuccess && (
        <BoardKeyDialog
          title={t('boardKey.title')}
          isKeyShown
          onConfirm={() => credentials.reset()}
        >
          <BoardCredentials credentials={credentials.data} />
        </BoardKeyDialog>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('boardKey.open')}
        text={t('boardKey.question', { board: mainBoardId })}
        confirmLabel={t('boardKey.confirm')}
        isBusy={credentials.isPending}
        {...(isOffline && { disabledReason: t('live.cannotChange') })}
        onCancel={confirmation.close}
        onConfirm={() =>
          credentials.mutate(
            { mainBoardId, rotate: true },
            { onSuccess: () => confirmation.close() },
          )
        }
      >
        {credentials.isError && <ErrorState error={credentials.error} />}
      </ConfirmDialog>
    </div>
  );
}
