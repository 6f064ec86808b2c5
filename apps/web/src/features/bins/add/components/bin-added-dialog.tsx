import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../../components/error-state.tsx';
import type { useMakeCredentials } from '../api/add-bin.ts';
import { BoardCredentials } from './board-credentials.tsx';
import { KeyDialog } from './board-key-dialog.tsx';

interface BinAddedProps {
  /** That it is there, in the server's words. */
  readonly sentence: string;
  readonly mainBoardId: string;
  /** Whether its board can sign in already. */
  readonly hasKey: boolean;
  /** The giving of a key to a board that has none. */
  readonly making: ReturnType<typeof useMakeCredentials>;
  /** Whether it was said that all was read. */
  readonly onClose: (isRead: boolean) => void;
}

/** Says that a bin is there, and shows its board's key where it was given one. */
export function BinAdded({ sentence, mainBoardId, hasKey, making, onClose }: BinAddedProps) {
  const { t } = useTranslation();
  const { mutate, data, error, isError, isPending } = making;
  // What is shown once, or about to be, is not to be lost by a slip.
  const isKept = isPending || data !== undefined;
  return (
    <KeyDialog
      title={t('addBin.added')}
      isKept={isKept}
      onCross={() => onClose(false)}
      onRead={() => onClose(data !== undefined)}
    >
      <Text role="status">{sentence}</Text>
      {hasKey && <Text>{t('addBin.hasKey', { board: mainBoardId })}</Text>}
      {isPending && <Text role="status">{t('loading')}</Text>}
      {isError && (
        <ErrorState error={error} onRetry={() => mutate({ mainBoardId, rotate: false })} />
      )}
      {data !== undefined && <BoardCredentials credentials={data} />}
    </KeyDialog>
  );
}
