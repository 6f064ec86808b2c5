import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../components/dialog.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../../components/loading-blocks.tsx';
import { MessageDialog } from '../../../../components/message-dialog.tsx';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { useLiveState } from '../../../../lib/live-client.ts';
import { boardsWithKeysQuery, useReplaceBoardKeys } from '../api/new-board-keys.ts';
import { BoardCredentials } from './board-credentials.tsx';
import { BoardKeyDialog } from './board-key-dialog.tsx';

export interface NewBoardKeysDialogProps {
  readonly customer: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/**
 * Offers new keys for the boards of a customer who left a distributor, because the distributor might know the
 * old keys.
 */
export function NewBoardKeysDialog({ customer, onClose }: NewBoardKeysDialogProps) {
  const { t } = useTranslation();
  const { id, name } = customer;
  const isOffline = useLiveState().kind === 'offline';
  const boards = useQuery(boardsWithKeysQuery(id));
  const { makeKeys, credentials } = useReplaceBoardKeys(id);
  const title = t('moveCustomer.title', { name });
  const movedText = t('moveCustomer.done', { name });
  const makeAllKeys = () =>
    makeKeys.mutate((boards.data ?? []).map(({ mainBoardId }) => mainBoardId));
  if (boards.data?.length === 0)
    return <MessageDialog title={title} text={movedText} onClose={onClose} />;
  if (credentials.length > 0 || makeKeys.isPending) {
    const progress = { done: credentials.length, count: boards.data?.length ?? 0 };
    return (
      <BoardKeyDialog title={t('newKeys.shown')} isKeyShown onConfirm={onClose}>
        <UnsavedGuard isDirty hasBoardKey />
        <Text role="status">{t('newKeys.progress', progress)}</Text>
        {makeKeys.isError && <ErrorState error={makeKeys.error} onRetry={makeAllKeys} />}
        {credentials.map((credential) => (
          <BoardCredentials key={credential.mainBoardId} credentials={credential} />
        ))}
      </BoardKeyDialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text role="status">{movedText}</Text>
        {boards.isError && (
          <ErrorState error={boards.error} onRetry={() => void boards.refetch()} />
        )}
        {boards.isPending && <LoadingBlocks count={2} height={44} />}
        {boards.data !== undefined && (
          <>
            <Text>{t('newKeys.reason')}</Text>
            <ul>
              {boards.data.map(({ mainBoardId, binNames }) => (
                <li key={mainBoardId}>
                  {mainBoardId}: {binNames.join(', ')}
                </li>
              ))}
            </ul>
            <Text>{t('newKeys.question')}</Text>
            {makeKeys.isError && <ErrorState error={makeKeys.error} />}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('newKeys.later')}
          </Button>
          {boards.data !== undefined && (
            <Button onClick={makeAllKeys} disabled={isOffline}>
              {t('newKeys.make', { count: boards.data.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
