import { type ChangedBy, compareFields, recordBinChange } from '../../audit/record-change.ts';
import { lockBoards } from '../../boards/assignment-store.ts';
import type { Db, Trx } from '../../platform/postgres/tables.ts';
import { toBinStationFields } from './delete-bins.ts';
import { type DeletedBin, findDeletedBins, unmarkBinsDeleted } from './store.ts';

/** The reason that a deleted bin cannot be restored. */
export type RestoreObstacle = 'farm-deleted' | 'station-taken' | 'board-on-another-farm';

export interface RestoredBins {
  readonly bins: readonly DeletedBin[];
  readonly notRestored: readonly { readonly bin: DeletedBin; readonly obstacle: RestoreObstacle }[];
  /** Deleting a board's last bin revoked its key, so these boards need a new one. */
  readonly boardsWithoutKey: readonly string[];
}

/** Restores a deleted bin with all its data. */
export async function restoreBin(
  db: Db,
  id: number,
  changedBy: ChangedBy,
): Promise<RestoredBins | 'not-deleted'> {
  return db.transaction().execute(async (trx) => {
    const [bin] = await findDeletedBins(trx, { id });
    return bin ? restoreDeletedBins(trx, { id }, [bin], changedBy) : 'not-deleted';
  });
}

/** Restores the bins that were deleted with a farm; the farm has already been restored. */
export async function restoreBinsOfFarm(
  trx: Trx,
  farmId: number,
  changedBy: ChangedBy,
): Promise<RestoredBins> {
  const selection = { deletedWithFarm: farmId };
  return restoreDeletedBins(trx, selection, await findDeletedBins(trx, selection), changedBy);
}

async function restoreDeletedBins(
  trx: Trx,
  selection: Parameters<typeof findDeletedBins>[1],
  deletedBins: readonly DeletedBin[],
  changedBy: ChangedBy,
): Promise<RestoredBins> {
  await lockBoards(
    trx,
    deletedBins.map(({ mainBoardId }) => mainBoardId),
  );
  const bins: DeletedBin[] = [];
  const notRestored: { bin: DeletedBin; obstacle: RestoreObstacle }[] = [];
  const stations = new Set<string>();
  // Read again, as obstacles may have changed before the boards were locked.
  for (const bin of await findDeletedBins(trx, selection)) {
    const station = `${bin.mainBoardId}:${bin.binNumber}`;
    const obstacle = stations.has(station) ? 'station-taken' : findObstacle(bin);
    if (obstacle) notRestored.push({ bin, obstacle });
    else bins.push(bin);
    if (!obstacle) stations.add(station);
  }
  const boardsWithoutKey = await unmarkBinsDeleted(trx, bins, new Date(changedBy.at));
  for (const bin of bins) {
    await recordBinChange(trx, bin.id, {
      ...changedBy,
      act: 'restored',
      changes: compareFields(null, toBinStationFields(bin)),
    });
  }
  return { bins, notRestored, boardsWithoutKey };
}

function findObstacle(bin: DeletedBin): RestoreObstacle | null {
  if (bin.isFarmDeleted) return 'farm-deleted';
  if (bin.isBoardOnAnotherFarm) return 'board-on-another-farm';
  return bin.isStationTaken ? 'station-taken' : null;
}
