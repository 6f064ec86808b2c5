import { type Kysely, sql } from 'kysely';

/** Creates the table of bin states. The evaluation after each start fills it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bin_states (
      bin_id integer primary key references bins on delete cascade,
      state text not null,
      severity double precision[],
      worst jsonb,
      changes_at timestamptz,
      next_state text,
      next_severity double precision[],
      next_worst jsonb
    ) with (fillfactor = 70)`.execute(db);
}
