import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../components/error-state.tsx';
import type { useCreateCredentials } from '../api/add-bin.ts';
import { BoardCredentials } from './board-credentials.tsx';
import { BoardKeyDialog } from './board-key-dialog.tsx';

interface BinAddedDialogProps {
  /** The server's message. */
  readonly message: string;
  readonly mainBoardId: string;
  /** Whether the board already has a key. */
  readonly hasKey: boolean;
  /** The mutation that creates a key for a board that has none. */
  readonly createCredentials: ReturnType<typeof useCreateCredentials>;
  /** Whether the user will add another bin next; the form then moves the focus to its first field. */
  readonly hasNext: boolean;
  readonly onClose: (wasKeySeen: boolean) => void;
}

/** Confirms that a bin was added, and shows the board's new key. */
export function BinAddedDialog({
  message,
  mainBoardId,
  hasKey,
  createCredentials,
  hasNext,
  onClose,
}: BinAddedDialogProps) {
  const { t } = useTranslation();
  const { mutate, data, error, isError, isPending } = createCredentials;
  // The key is shown only once, so an accidental click must not close the dialog.
  const isKeyShown = isPending || data !== undefined;
  return (
    <BoardKeyDialog
      title={t('addBin.added')}
      isKeyShown={isKeyShown}
      returnsFocus={!hasNext}
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
