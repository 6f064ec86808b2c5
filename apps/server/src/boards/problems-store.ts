import type { BoardProblems, Refusal } from '@granary/domain/boards/board-problems';
import { DAY, millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

/** The number of refused sign-ins that are stored for each board. */
const MAX_REFUSALS = 20;
const RETENTION_MS = 90 * DAY;

/** Stores a refused sign-in with a board's ID; only the board's newest refusals remain. */
export async function storeRefusal(
  db: Db,
  { mainBoardId, at, address }: { mainBoardId: string; at: Date; address: string },
): Promise<void> {
  // The deletion does not see the new row, so it keeps one row fewer.
  await sql`
    with board as (
      update main_boards set refused_at = ${at} where id = ${mainBoardId}
      returning id, key_hash
    ), refusal as (
      insert into board_refusals (main_board_id, at, address, reason)
      select id, ${at}, ${address}, case when key_hash is null then 'no-key' else 'wrong-key' end
      from board on conflict do nothing
    )
    delete from board_refusals where main_board_id = ${mainBoardId} and at not in (
      select at from board_refusals where main_board_id = ${mainBoardId}
      order by at desc limit ${MAX_REFUSALS - 1}
    )`.execute(db);
}

/** Records that a board sent a bin number that no bin has. */
export async function storeUnknownBin(
  db: Db,
  { mainBoardId, binNumber, at }: { mainBoardId: string; binNumber: number; at: Date },
): Promise<void> {
  await sql`
    insert into unknown_bins (main_board_id, bin_number, last_at)
    select id, ${binNumber}, ${at} from main_boards where id = ${mainBoardId}
    on conflict (main_board_id, bin_number) do update set last_at = excluded.last_at`.execute(db);
}

/**
 * Finds the problems of the given boards since they were assigned to their current owner; boards without
 * problems are left out. A bin number whose bin the owner deleted is not a problem: the bin's sensors may
 * still be connected.
 */
export async function findBoardProblems(
  db: Db,
  boardIds: readonly string[],
): Promise<Map<string, BoardProblems>> {
  const { rows } = await sql<{
    id: string;
    refusedAt: Date | null;
    keyProven: boolean;
    unknownBins: readonly { binNumber: number; at: number }[] | null;
  }>`
    select id, case when refused_at >= since then refused_at end as refused_at, key_proven, unknown_bins
    from main_boards
    left join lateral (
      select json_agg(json_build_object(
        'binNumber', bin_number, 'at', floor(extract(epoch from last_at) * 1000))) as unknown_bins
      from unknown_bins
      where main_board_id = main_boards.id and last_at >= main_boards.since and not exists (
        select from bins
        where bins.main_board_id = main_boards.id and bins.bin_number = unknown_bins.bin_number
          and (bins.deleted_at is null or bins.deleted_at >= main_boards.since))
    ) unknown on true
    where id = any(${[...new Set(boardIds)]})
      and (refused_at >= since or unknown_bins is not null)`.execute(db);
  return new Map(
    rows.map(({ id, refusedAt, keyProven, unknownBins }) => [
      id,
      {
        refusedAt: refusedAt && millis(refusedAt.getTime()),
        isKeyProven: keyProven,
        unknownBins: (unknownBins ?? []).map(({ binNumber, at }) => ({
          binNumber,
          at: millis(at),
        })),
      },
    ]),
  );
}

/**
 * Finds the newest refused sign-ins of boards since they were assigned to their current owner, newest first.
 */
export async function findRefusals(
  db: Db,
  boardIds: readonly string[],
): Promise<Map<string, Refusal[]>> {
  const rows = await db
    .selectFrom('boardRefusals')
    .innerJoin('mainBoards', 'mainBoards.id', 'boardRefusals.mainBoardId')
    .selectAll('boardRefusals')
    .where(sql<SqlBool>`main_board_id = any(${[...new Set(boardIds)]})`)
    .whereRef('boardRefusals.at', '>=', 'mainBoards.since')
    .orderBy('boardRefusals.at', 'desc')
    .execute();
  const refusals = new Map<string, Refusal[]>();
  for (const { mainBoardId, at, address, reason } of rows) {
    const refusal = { at: millis(at.getTime()), address, reason };
    refusals.set(mainBoardId, [...(refusals.get(mainBoardId) ?? []), refusal]);
  }
  return refusals;
}

/** Deletes problems that were last seen more than 90 days ago. */
export async function deleteOldProblems(db: Db, now: number): Promise<void> {
  const cutoff = new Date(now - RETENTION_MS);
  await db.deleteFrom('boardRefusals').where('at', '<', cutoff).execute();
  await db.deleteFrom('unknownBins').where('lastAt', '<', cutoff).execute();
}
