import type { BinLoad } from '@granary/contract/inventory/http';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useLoadMutations } from '../api/change-loads.ts';

/** What was done to an entry of the ledger, and the entry as it stood before. */
export type Undoable =
  | { readonly kind: 'deleted'; readonly before: BinLoad }
  | { readonly kind: 'corrected'; readonly before: BinLoad; readonly now: BinLoad };

export interface UndoNoticeProps {
  readonly undoable: Undoable;
  readonly onUndone: () => void;
}

/** Says what was done to an entry, and offers to have it as it was. */
export function UndoNotice({ undoable, onUndone }: UndoNoticeProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const { before } = undoable;
  const { add, change } = useLoadMutations(before.binId);
  const undoing = undoable.kind === 'deleted' ? add : change;
  const undo = () => {
    const options = { onSuccess: onUndone };
    if (undoable.kind === 'deleted') add.mutate(before, options);
    // Somebody else's correction since is not undone unseen.
    else change.mutate({ ...before, version: undoable.now.version }, options);
  };
  return (
    <>
      <Notice
        state="ok"
        title={t(`loads.${undoable.kind}`)}
        action={
          <Button variant="default" loading={undoing.isPending} disabled={isOffline} onClick={undo}>
            {t('loads.undo')}
          </Button>
        }
      />
      {undoing.isError && <ErrorState error={undoing.error} />}
    </>
  );
}
