import { type SqlBool, sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';
import { assignBoard, lockBoards } from './deletion/store.ts';

/** A bin's place among those of its board. */
export interface Station {
  readonly mainBoardId: string;
  readonly binNumber: number;
}

/**
 * Locks a board, which is made where there is none, and with it those that `beside` names; a board
 * whose bins are all deleted may serve another farm from now on.
 */
export async function takeBoard(
  trx: Transaction<Tables>,
  {
    mainBoardId,
    farmId,
    at,
    beside = [],
  }: {
    readonly mainBoardId: string;
    readonly farmId: number;
    readonly at: Date;
    readonly beside?: readonly string[];
  },
): Promise<'taken' | 'elsewhere'> {
  await trx
    .insertInto('mainBoards')
    .values({ id: mainBoardId, farmId, since: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await lockBoards(trx, [mainBoardId, ...beside]);
  const elsewhere = await trx
    .selectFrom('bins')
    .select('id')
    .where('mainBoardId', '=', mainBoardId)
    .where('farmId', '!=', farmId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (elsewhere) return 'elsewhere';
  await assignBoard(trx, { mainBoardId, farmId, at });
  return 'taken';
}

/** Whether a bin other than the one named stands at a station. */
export async function isStationTaken(
  trx: Transaction<Tables>,
  { mainBoardId, binNumber }: Station,
  exceptBinId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('bins')
    .select('id')
    .where('mainBoardId', '=', mainBoardId)
    .where('binNumber', '=', binNumber)
    .where('id', '!=', exceptBinId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a board has a key. */
export async function hasKey(trx: Transaction<Tables>, mainBoardId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('mainBoards')
    .select('id')
    .where('id', '=', mainBoardId)
    .where(sql<SqlBool>`key_hash is not null`)
    .executeTakeFirst();
  return row !== undefined;
}
