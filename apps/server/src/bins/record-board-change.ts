import type { Millis } from '@granary/domain/units';
import { type FieldChange, recordBinChange } from '../audit/record-change.ts';
import type { BinRow, Trx } from '../platform/postgres/tables.ts';
import { notifyBinsChanged } from './store.ts';

/** Records that a board's answer changed settings of a bin, and notifies the caches. */
export async function recordBoardChange(
  trx: Trx,
  bin: Pick<BinRow, 'id' | 'mainBoardId'>,
  changes: readonly FieldChange[],
  { version, at }: { readonly version: number; readonly at: Millis },
): Promise<void> {
  await recordBinChange(trx, bin.id, {
    at,
    actor: null,
    address: '',
    act: 'changed',
    version,
    changes,
  });
  await notifyBinsChanged(trx, [bin.mainBoardId]);
}
