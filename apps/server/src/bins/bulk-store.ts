import type { Kysely, Transaction } from 'kysely';
import type { ChangedBy } from '../audit/record-change.ts';
import { lockCrops } from '../crops/crop-periods-store.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { recordAdded } from './add-bins.ts';
import { lockFarmOwner } from './add-store.ts';
import { createBin } from './create.ts';
import { notifyBinsChanged } from './deletion/store.ts';
import { hasKey, takeBoard } from './station-store.ts';

export interface NewBins {
  readonly farmId: number;
  readonly mainBoardId: string;
  readonly count: number;
  /** Each bin gets so many, at the addresses from 1 on. */
  readonly cables: number;
}

export type BulkOutcome =
  | { readonly binNumbers: readonly number[]; readonly hasKey: boolean }
  | { readonly problem: 'no-farm' | 'board-elsewhere' | 'no-room' };

const BINS_A_BOARD = 32;

/** Makes bins at the free numbers of a board, which is made where there is none. */
export async function addBins(
  db: Kysely<Tables>,
  { farmId, mainBoardId, count, cables }: NewBins,
  by: ChangedBy,
): Promise<BulkOutcome> {
  return db.transaction().execute(async (trx) => {
    if ((await lockFarmOwner(trx, farmId)) === null) return { problem: 'no-farm' };
    // Before the board, as whoever changes crops has readings wait, which write to boards.
    await lockCrops(trx, 'to-read');
    const at = new Date(by.at);
    if ((await takeBoard(trx, { mainBoardId, farmId, at })) === 'elsewhere') {
      return { problem: 'board-elsewhere' };
    }
    const free = await findFreeNumbers(trx, mainBoardId);
    if (free.length < count) return { problem: 'no-room' };
    const binNumbers = free.slice(0, count);
    for (const binNumber of binNumbers) {
      const bin = { farmId, mainBoardId, binNumber, name: `${mainBoardId} ${binNumber}` };
      await recordAdded(trx, await createBin(trx, bin, cablesOf(cables), at), bin, by);
    }
    await notifyBinsChanged(trx, [mainBoardId]);
    return { binNumbers, hasKey: await hasKey(trx, mainBoardId) };
  });
}

async function findFreeNumbers(trx: Transaction<Tables>, mainBoardId: string): Promise<number[]> {
  const taken = await trx
    .selectFrom('bins')
    .select('binNumber')
    .where('mainBoardId', '=', mainBoardId)
    .where('deletedAt', 'is', null)
    .execute();
  const all = Array.from({ length: BINS_A_BOARD }, (_, index) => index + 1);
  return all.filter((number) => !taken.some(({ binNumber }) => binNumber === number));
}

function cablesOf(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const cable = index + 1;
    return { cable, name: `Cable ${cable}`, cableId: cable, subBin: 1, flip: false, crop: null };
  });
}
