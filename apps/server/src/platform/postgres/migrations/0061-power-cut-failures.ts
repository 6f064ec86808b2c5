import { type Kysely, sql } from 'kysely';

/**
 * Records a power outage as the cause of the fan commands that it made fail. They were stored like commands
 * overridden at the switch; the board's last report before each failure shows the cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update commands set failure = 'power-cut'
    where kind = 'fan' and failure = 'overridden' and (
      select caused_by from fan_events
      where bin_id = commands.bin_id and received_at <= commands.ended_at
      order by received_at desc, id desc limit 1) = 'restart'`.execute(db);
}
