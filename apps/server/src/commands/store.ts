import { type RawBuilder, sql } from 'kysely';
import type { CommandRow, Db, Trx } from '../platform/postgres/tables.ts';

/** The latest command to a fan of a main board's bins, or null where there is none. */
export async function findLatestCommand(db: Db, mainBoardId: string): Promise<CommandRow | null> {
  const board = sql`select ${mainBoardId}::text as main_board_id`;
  const { rows } = await findLatestOf(board).execute(db);
  return rows[0] ?? null;
}

/** The latest command of each main board of a farm's bins that ever had one, by the boards' ids. */
export async function findLatestCommandsOfFarm(db: Db, farmId: number): Promise<CommandRow[]> {
  const boards = sql`
    select distinct main_board_id from bins where farm_id = ${farmId} and deleted_at is null`;
  const { rows } = await findLatestOf(boards).execute(db);
  return rows;
}

/** The latest command of each board, without those that were canceled before they were sent. */
function findLatestOf(boards: RawBuilder<unknown>): RawBuilder<CommandRow> {
  return sql<CommandRow>`
    select latest.* from (${boards}) as boards cross join lateral (
      select commands.* from commands join bins on bins.id = commands.bin_id
      where commands.main_board_id = boards.main_board_id and bins.deleted_at is null
        and commands.kind = 'fan'
        and (commands.released_at is not null or commands.state = 'queued')
      order by commands.queued_at desc, commands.seq desc limit 1
    ) as latest
    order by latest.main_board_id`;
}

/** Cancels the queued commands of bins. */
export async function cancelCommands(trx: Trx, binIds: readonly number[]): Promise<void> {
  await sql`
    update commands set state = 'cancelled', ended_at = clock_timestamp()
    where bin_id = any(${binIds}) and state = 'queued'`.execute(trx);
}
