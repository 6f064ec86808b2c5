import { type Kysely, sql } from 'kysely';

/**
 * Orders the reports about fans by their arrival, no matter how late they are. Reports that were stored more
 * than a day late keep their place: like imported ones, they get no arrival time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update fan_events set received_at = null where received_at - at > interval '1 day'`.execute(db);
  await sql`drop index fan_events_counted`.execute(db);
  await sql`
    create index fan_events_in_order on fan_events (bin_id, coalesce(received_at, at), id)`.execute(
    db,
  );
}
