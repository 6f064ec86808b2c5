import { type Kysely, sql } from 'kysely';

/**
 * Orders fan reports by their arrival times. Existing reports that arrived more than a day late keep their
 * place: like imported reports, they get no arrival time.
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
