import type { BinLoad } from '@granary/contract/inventory/http';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useLoadMutations } from '../api/change-loads.ts';

/** A change to a ledger entry, with the entry as it was before. */
export type UndoableChange =
  | { readonly kind: 'deleted'; readonly oldLoad: BinLoad }
  | { readonly kind: 'corrected'; readonly oldLoad: BinLoad; readonly newLoad: BinLoad };

export interface UndoNoticeProps {
  readonly undoableChange: UndoableChange;
  readonly onUndone: () => void;
}

/** Reports a change to an entry, with a button to undo it. */
export function UndoNotice({ undoableChange, onUndone }: UndoNoticeProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const { oldLoad } = undoableChange;
  const { change, restore } = useLoadMutations(oldLoad.binId);
  const mutation = undoableChange.kind === 'deleted' ? restore : change;
  const undo = () => {
    const options = { onSuccess: onUndone };
    if (undoableChange.kind === 'deleted') restore.mutate(oldLoad.id, options);
    // The version makes sure that a newer edit by someone else is not undone.
    else change.mutate({ ...oldLoad, version: undoableChange.newLoad.version }, options);
  };
  return (
    <>
      <Notice
        state="ok"
        title={t(`loads.${undoableChange.kind}`)}
        action={
          <Button
            variant="default"
            loading={mutation.isPending}
            disabled={isOffline}
            onClick={undo}
          >
            {t('loads.undo')}
          </Button>
        }
      />
      {mutation.isError && <ErrorState error={mutation.error} />}
    </>
  );
}
