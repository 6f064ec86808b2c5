import { type Kysely, sql } from 'kysely';

/** Finds what a board last reported of a fan by its arrival: the clocks of boards may be wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index fan_events_counted on fan_events (
      bin_id,
      (case when received_at - at > interval '1 day' then at else coalesce(received_at, at) end),
      id
    )`.execute(db);
}
