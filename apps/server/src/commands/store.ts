import { type Kysely, sql, type Transaction } from 'kysely';
import type { FanCommandRow, Tables } from '../platform/postgres/tables.ts';

/**
 * The latest command to a fan of a main board's bins, or null where there is none. One that ended
 * before it went out does not count: nobody waits for it.
 */
export async function findLatestCommand(
  db: Kysely<Tables>,
  mainBoardId: string,
): Promise<FanCommandRow | null> {
  const row = await db
    .selectFrom('fanCommands')
    .innerJoin('bins', 'bins.id', 'fanCommands.binId')
    .selectAll('fanCommands')
    .where('fanCommands.mainBoardId', '=', mainBoardId)
    .where('bins.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('fanCommands.releasedAt', 'is not', null),
        eb('fanCommands.status', '=', 'queued'),
      ]),
    )
    .orderBy('fanCommands.createdAt', 'desc')
    .orderBy('fanCommands.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends what waits to be sent to bins: it will never go out. */
export async function cancelCommands(
  trx: Transaction<Tables>,
  binIds: readonly number[],
): Promise<void> {
  await sql`
    update fan_commands set status = 'cancelled'
    where bin_id = any(${binIds}) and status = 'queued'`.execute(trx);
}
