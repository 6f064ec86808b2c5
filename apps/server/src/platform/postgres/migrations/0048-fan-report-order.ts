import { type Kysely, sql } from 'kysely';

/** Indexes fan events by arrival, to find a board's last report about a fan: board clocks can be wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index fan_events_counted on fan_events (
      bin_id,
      (case when received_at - at > interval '1 day' then at else coalesce(received_at, at) end),
      id
    )`.execute(db);
}
