import { type Kysely, sql } from 'kysely';

/**
 * Records power outages as the cause of the fan commands that failed because of them. These commands were
 * stored as if someone had overridden them at the switch; the board's last report before each failure shows
 * the cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update commands set failure = 'power-cut'
    where kind = 'fan' and failure = 'overridden' and (
      select caused_by from fan_events
      where bin_id = commands.bin_id and received_at <= commands.ended_at
      order by received_at desc, id desc limit 1) = 'restart'`.execute(db);
}
