import { type Kysely, sql } from 'kysely';

/**
 * Adds the instant from which a board's frames belong to the farm's owner. For existing boards it is
 * when the first of their bins on the farm was created or moved to the board.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table main_boards add column since timestamptz not null default now()`.execute(
    db,
  );
  await sql`
    update main_boards set since = came.since from (
      select main_board_id, farm_id, min(coalesce((
        select max(at) from audit_entries
        cross join lateral jsonb_array_elements(changes) as change
        where subject = 'bin' and act = 'changed' and subject_id = bins.id::text
          and change->>'field' = 'bin_topic' and change->>'after' = bins.main_board_id
      ), created_at)) as since
      from bins group by main_board_id, farm_id
    ) came
    where came.main_board_id = main_boards.id and came.farm_id = main_boards.farm_id`.execute(db);
}
