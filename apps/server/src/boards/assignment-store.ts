import { type SqlBool, sql } from 'kysely';
import type { Trx } from '../platform/postgres/tables.ts';

/** A main board and the farm whose bins it serves starting at `at`. */
export interface BoardAssignment {
  readonly mainBoardId: string;
  readonly farmId: number;
  readonly at: Date;
}

/**
 * Locks boards in order of their IDs, so that only one transaction at a time changes the bins and commands of
 * a board. The section "Locks" in docs/architecture.md lists all locks in the order in which they are taken.
 */
export async function lockBoards(trx: Trx, boardIds: readonly string[]): Promise<void> {
  await sql`
    select id from main_boards where id = any(${[...new Set(boardIds)]})
    order by id for no key update`.execute(trx);
}

/**
 * Assigns a locked board to a farm. Frames that it sent for an earlier owner stay hidden from the new owner.
 * Commands for bins of the previous farm are no longer sent, except OFF commands if the owner is the same,
 * because a fan must stop.
 */
export async function assignBoard(
  trx: Trx,
  { mainBoardId, farmId, at }: BoardAssignment,
): Promise<void> {
  await sql`
    with before as (
      select main_boards.id, old.owner_id = new.owner_id as is_same_owner
      from main_boards
      join farms old on old.id = main_boards.farm_id
      join farms new on new.id = ${farmId}
      where main_boards.id = ${mainBoardId} and main_boards.farm_id <> ${farmId}
    ), assigned as (
      update main_boards set farm_id = ${farmId},
        since = case when is_same_owner then since else ${at} end
      from before where main_boards.id = before.id
    )
    update commands set ended_at = clock_timestamp(),
      state = case state when 'queued' then 'cancelled' else 'superseded' end
    from before
    where main_board_id = before.id and state in ('queued', 'released') and not (
      is_same_owner and kind = 'fan' and instruction ->> 'isOn' is not distinct from 'false')`.execute(
    trx,
  );
}

/**
 * Locks a board together with the boards in `alsoLock`, and assigns it to a farm; a board that does not exist
 * yet is created. A board whose bins are all deleted may move to another farm.
 */
export async function claimBoard(
  trx: Trx,
  board: BoardAssignment & { readonly alsoLock?: readonly string[] },
): Promise<'claimed' | 'on-another-farm'> {
  const { mainBoardId, farmId, at, alsoLock = [] } = board;
  await trx
    .insertInto('mainBoards')
    .values({ id: mainBoardId, farmId, since: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await lockBoards(trx, [mainBoardId, ...alsoLock]);
  const otherFarmBin = await trx
    .selectFrom('bins')
    .select('id')
    .where('mainBoardId', '=', mainBoardId)
    .where('farmId', '!=', farmId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (otherFarmBin) return 'on-another-farm';
  await assignBoard(trx, board);
  return 'claimed';
}

/** Finds which of the given boards have no key. */
export async function findBoardsWithoutKey(
  trx: Trx,
  boardIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('mainBoards')
    .select('id')
    .where(sql<SqlBool>`id = any(${boardIds}) and key_hash is null`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Revokes the key of each of the given boards that has no bins left. */
export async function revokeUnusedKeys(trx: Trx, boardIds: readonly string[]): Promise<void> {
  await sql`
    with revoked as (
      update main_boards set key_hash = null, import_until = null
      where id = any(${boardIds}) and not exists (
        select from bins where bins.main_board_id = main_boards.id and bins.deleted_at is null
      ) returning id
    )
    select pg_notify('board_key_changed', id) from revoked`.execute(trx);
}
