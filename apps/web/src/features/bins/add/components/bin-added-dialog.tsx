import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../components/error-state.tsx';
import type { useMakeCredentials } from '../api/add-bin.ts';
import { BoardCredentials } from './board-credentials.tsx';
import { BoardKeyDialog } from './board-key-dialog.tsx';

interface BinAddedDialogProps {
  /** That it is there, in the server's words. */
  readonly message: string;
  readonly mainBoardId: string;
  /** Whether its board can sign in already. */
  readonly hasKey: boolean;
  /** The giving of a key to a board that has none. */
  readonly credentials: ReturnType<typeof useMakeCredentials>;
  /** Whether it was said that all was read. */
  readonly onClose: (isRead: boolean) => void;
}

/** Says that a bin is there, and shows its board's key where it was given one. */
export function BinAddedDialog({
  message,
  mainBoardId,
  hasKey,
  credentials,
  onClose,
}: BinAddedDialogProps) {
  const { t } = useTranslation();
  const { mutate, data, error, isError, isPending } = credentials;
  // What is shown once, or about to be, is not to be lost by a slip.
  const isKept = isPending || data !== undefined;
  return (
    <BoardKeyDialog
      title={t('addBin.added')}
      isKeyShown={isKept}
      onDismiss={() => onClose(false)}
      onConfirm={() => onClose(data !== undefined)}
    >
      <Text role="status">{message}</Text>
      {hasKey && <Text>{t('addBin.hasKey', { board: mainBoardId })}</Text>}
      {isPending && <Text role="status">{t('loading')}</Text>}
      {isError && (
        <ErrorState error={error} onRetry={() => mutate({ mainBoardId, rotate: false })} />
      )}
      {data !== undefined && <BoardCredentials credentials={data} />}
    </BoardKeyDialog>
  );
}
