import { RESTORE_DAYS } from '@granary/contract/restore';
import type { RemovalObstacle } from '@granary/domain/bins/removal-obstacle';
import { DAY } from '@granary/domain/units';
import { type ChangedBy, compareFields, recordBinChange } from '../../audit/record-change.ts';
import { lockBoards } from '../../boards/assignment-store.ts';
import type { Db, Trx } from '../../platform/postgres/tables.ts';
import { lockReadings } from '../../readings/readings-store.ts';
import { type DeletableBin, findBin, markBinsDeleted } from './store.ts';

/** Deleted items can be restored for this time, ms; then they are purged. */
export const RESTORE_PERIOD = RESTORE_DAYS * DAY;

export interface BinDeletionPorts {
  readonly db: Db;
  /** Turns off the running fans of bins; returns why the bins cannot be deleted yet. */
  stopFans(
    trx: Trx,
    binIds: readonly number[],
    changedBy: ChangedBy,
  ): Promise<RemovalObstacle | null>;
  cancelCommands(trx: Trx, binIds: readonly number[]): Promise<void>;
}

/** Deletes a bin, unless its fan is running or someone is in it; it can be restored for `RESTORE_PERIOD`. */
export async function deleteBin(
  ports: BinDeletionPorts,
  id: number,
  changedBy: ChangedBy,
): Promise<'deleted' | 'gone' | RemovalObstacle> {
  return ports.db.transaction().execute(async (trx) => {
    const bin = await findBin(trx, id);
    if (!bin) return 'gone';
    const obstacle = await ports.stopFans(trx, [id], changedBy);
    if (obstacle) return obstacle;
    const deletedIds = await deleteBins(ports, trx, [bin], { changedBy, withFarm: false });
    return deletedIds.length === 0 ? 'gone' : 'deleted';
  });
}

/** Deletes bins, cancels their commands, and returns the IDs of the bins that were not already deleted. */
export async function deleteBins(
  { cancelCommands }: Pick<BinDeletionPorts, 'cancelCommands'>,
  trx: Trx,
  bins: readonly DeletableBin[],
  { changedBy, withFarm }: { readonly changedBy: ChangedBy; readonly withFarm: boolean },
): Promise<number[]> {
  await lockReadings(
    trx,
    bins.map(({ id }) => id),
  );
  await lockBoards(
    trx,
    bins.map(({ mainBoardId }) => mainBoardId),
  );
  const deletedIds = await markBinsDeleted(trx, bins, { at: new Date(changedBy.at), withFarm });
  await cancelCommands(trx, deletedIds);
  for (const bin of bins.filter(({ id }) => deletedIds.includes(id))) {
    await recordBinChange(trx, bin.id, {
      ...changedBy,
      act: 'deleted',
      changes: compareFields(toBinStationFields(bin), null),
    });
  }
  return deletedIds;
}

/** Returns the name and the bin station of a bin for the audit log, with the wire's field names. */
export function toBinStationFields({ name, mainBoardId, binNumber }: DeletableBin) {
  return { bin_name: name, bin_topic: mainBoardId, bin_number: binNumber };
}
