import { type RawBuilder, sql } from 'kysely';
import type { Db, FanCommandRow, Trx } from '../platform/postgres/tables.ts';

/** The latest command to a fan of a main board's bins, or null where there is none. */
export async function findLatestCommand(
  db: Db,
  mainBoardId: string,
): Promise<FanCommandRow | null> {
  const board = sql`select ${mainBoardId}::text as main_board_id`;
  const { rows } = await findLatestOf(board).execute(db);
  return rows[0] ?? null;
}

/** The latest command of each main board of a farm's bins that ever had one, by the boards' ids. */
export async function findLatestCommandsOfFarm(db: Db, farmId: number): Promise<FanCommandRow[]> {
  const boards = sql`
    select distinct main_board_id from bins where farm_id = ${farmId} and deleted_at is null`;
  const { rows } = await findLatestOf(boards).execute(db);
  return rows;
}

/** The latest command of each board, without those that were canceled before they were sent. */
function findLatestOf(boards: RawBuilder<unknown>): RawBuilder<FanCommandRow> {
  return sql<FanCommandRow>`
    select latest.* from (${boards}) as boards cross join lateral (
      select fan_commands.* from fan_commands join bins on bins.id = fan_commands.bin_id
      where fan_commands.main_board_id = boards.main_board_id and bins.deleted_at is null
        and (fan_commands.released_at is not null or fan_commands.status = 'queued')
      order by fan_commands.created_at desc, fan_commands.id desc limit 1
    ) as latest
    order by latest.main_board_id`;
}

/** Cancels the queued commands of bins. */
export async function cancelCommands(trx: Trx, binIds: readonly number[]): Promise<void> {
  await sql`
    update fan_commands set status = 'cancelled'
    where bin_id = any(${binIds}) and status = 'queued'`.execute(trx);
}
