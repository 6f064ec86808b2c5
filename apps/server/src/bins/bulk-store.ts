import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { createBin } from './create.ts';
import { giveBoard } from './deletion-store.ts';

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
export async function addBins(db: Kysely<Tables>, bins: NewBins): Promise<BulkOutcome> {
  const { farmId, mainBoardId, count } = bins;
  return db.transaction().execute(async (trx) => {
    const farm = await trx
      .selectFrom('farms')
      .select('id')
      .where('id', '=', farmId)
      .where('deletedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (!farm) return { problem: 'no-farm' };
    await trx
      .insertInto('mainBoards')
      .values({ id: mainBoardId, farmId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const board = await trx
      .selectFrom('mainBoards')
      .select(['farmId', 'keyHash'])
      .where('id', '=', mainBoardId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const taken = await trx
      .selectFrom('bins')
      .select('binNumber')
      .where('mainBoardId', '=', mainBoardId)
      .where('deletedAt', 'is', null)
      .execute();
    if (board.farmId !== farmId) {
      if (taken.length > 0) return { problem: 'board-elsewhere' };
      // All its bins are deleted: it may serve another farm now.
      await giveBoard(trx, { mainBoardId, farmId, at: new Date() });
    }
    const free = freeNumbers(taken.map(({ binNumber }) => binNumber));
    if (free.length < count) return { problem: 'no-room' };
    const binNumbers = free.slice(0, count);
    for (const binNumber of binNumbers) {
      const bin = { farmId, mainBoardId, binNumber, name: `${mainBoardId} ${binNumber}` };
      await createBin(trx, bin, cablesOf(bins.cables), new Date());
    }
    await sql`select pg_notify('bins_changed', ${mainBoardId})`.execute(trx);
    return { binNumbers, hasKey: board.keyHash !== null };
  });
}

function freeNumbers(taken: readonly number[]): number[] {
  const all = Array.from({ length: BINS_A_BOARD }, (_, index) => index + 1);
  return all.filter((number) => !taken.includes(number));
}

function cablesOf(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const cable = index + 1;
    return { cable, name: `Cable ${cable}`, cableId: cable, subBin: 1, flip: false, crop: null };
  });
}
