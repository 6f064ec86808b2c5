import type { Kysely, Transaction } from 'kysely';
import { type ChangedBy, changesBetween, recordChange } from '../../audit/record-change.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationFields } from './delete-bins.ts';
import { type DeletedBin, findDeletedBins, lockBoards, unmarkBinsDeleted } from './store.ts';

/** Why a deleted bin cannot come back. */
export type RestoreObstacle = 'farm-deleted' | 'station-taken' | 'board-on-another-farm';

export interface RestoredBins {
  readonly bins: readonly DeletedBin[];
  readonly left: readonly { readonly bin: DeletedBin; readonly obstacle: RestoreObstacle }[];
  /** A key ends with a board's last bin, so these boards need a new one. */
  readonly boardsWithoutKey: readonly string[];
}

/** Brings a deleted bin back, with all that is known of it. */
export async function restoreBin(
  db: Kysely<Tables>,
  id: number,
  by: ChangedBy,
): Promise<RestoredBins | 'not-deleted'> {
  return db.transaction().execute(async (trx) => {
    const [hidden] = await findDeletedBins(trx, { id });
    return hidden ? restoreDeletedBins(trx, { id }, [hidden], by) : 'not-deleted';
  });
}

/** Brings back the bins that a farm took along; the farm is back already. */
export async function restoreBinsOfFarm(
  trx: Transaction<Tables>,
  farmId: number,
  by: ChangedBy,
): Promise<RestoredBins> {
  const which = { takenByFarm: farmId };
  return restoreDeletedBins(trx, which, await findDeletedBins(trx, which), by);
}

async function restoreDeletedBins(
  trx: Transaction<Tables>,
  which: Parameters<typeof findDeletedBins>[1],
  hidden: readonly DeletedBin[],
  by: ChangedBy,
): Promise<RestoredBins> {
  await lockBoards(
    trx,
    hidden.map(({ mainBoardId }) => mainBoardId),
  );
  const bins: DeletedBin[] = [];
  const left: { bin: DeletedBin; obstacle: RestoreObstacle }[] = [];
  const stations = new Set<string>();
  // What stands in their way is looked at under the lock.
  for (const bin of await findDeletedBins(trx, which)) {
    const station = `${bin.mainBoardId}:${bin.binNumber}`;
    const obstacle = stations.has(station) ? 'station-taken' : findObstacle(bin);
    if (obstacle) left.push({ bin, obstacle });
    else bins.push(bin);
    if (!obstacle) stations.add(station);
  }
  const boardsWithoutKey = await unmarkBinsDeleted(trx, bins, new Date(by.at));
  for (const bin of bins) {
    await recordChange(trx, {
      ...{ ...by, act: 'restored', subject: 'bin', subjectId: bin.id, subjectName: bin.name },
      changes: changesBetween(null, stationFields(bin)),
    });
  }
  return { bins, left, boardsWithoutKey };
}

function findObstacle(bin: DeletedBin): RestoreObstacle | null {
  if (bin.isFarmDeleted) return 'farm-deleted';
  if (bin.isBoardElsewhere) return 'board-on-another-farm';
  return bin.isStationTaken ? 'station-taken' : null;
}
