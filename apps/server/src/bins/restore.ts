import type { Kysely, Transaction } from 'kysely';
import { type By, changesBetween, recordChange } from '../audit/record.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { stationOf } from './deletion.ts';
import { findHiddenBins, type HiddenBin, lockBoards, showBins } from './deletion-store.ts';

/** Why a deleted bin cannot come back. */
export type Obstacle = 'farm-deleted' | 'station-taken' | 'board-on-another-farm';

export interface BroughtBack {
  readonly bins: readonly HiddenBin[];
  readonly left: readonly { readonly bin: HiddenBin; readonly obstacle: Obstacle }[];
  /** A key ends with a board's last bin, so these boards need a new one. */
  readonly boardsWithoutKey: readonly string[];
}

/** Brings a deleted bin back, with all that is known of it. */
export async function restoreBin(
  db: Kysely<Tables>,
  id: number,
  by: By,
): Promise<BroughtBack | 'not-deleted'> {
  return db.transaction().execute(async (trx) => {
    const [hidden] = await findHiddenBins(trx, { id });
    return hidden ? bringBack(trx, { id }, [hidden], by) : 'not-deleted';
  });
}

/** Brings back the bins that a farm took along; the farm is back already. */
export async function restoreBinsOf(
  trx: Transaction<Tables>,
  farmId: number,
  by: By,
): Promise<BroughtBack> {
  const which = { takenByFarm: farmId };
  return bringBack(trx, which, await findHiddenBins(trx, which), by);
}

async function bringBack(
  trx: Transaction<Tables>,
  which: Parameters<typeof findHiddenBins>[1],
  hidden: readonly HiddenBin[],
  by: By,
): Promise<BroughtBack> {
  await lockBoards(
    trx,
    hidden.map(({ mainBoardId }) => mainBoardId),
  );
  const bins: HiddenBin[] = [];
  const left: { bin: HiddenBin; obstacle: Obstacle }[] = [];
  const stations = new Set<string>();
  // What stands in their way is looked at under the lock.
  for (const bin of await findHiddenBins(trx, which)) {
    const station = `${bin.mainBoardId}:${bin.binNumber}`;
    const obstacle = stations.has(station) ? 'station-taken' : obstacleOf(bin);
    if (obstacle) left.push({ bin, obstacle });
    else bins.push(bin);
    if (!obstacle) stations.add(station);
  }
  const boardsWithoutKey = await showBins(trx, bins, new Date(by.at));
  for (const bin of bins) {
    await recordChange(trx, {
      ...{ ...by, act: 'restored', subject: 'bin', subjectId: bin.id, subjectName: bin.name },
      changes: changesBetween(null, stationOf(bin)),
    });
  }
  return { bins, left, boardsWithoutKey };
}

function obstacleOf(bin: HiddenBin): Obstacle | null {
  if (bin.isFarmDeleted) return 'farm-deleted';
  if (bin.isBoardElsewhere) return 'board-on-another-farm';
  return bin.isStationTaken ? 'station-taken' : null;
}
