import { type Kysely, sql } from 'kysely';

/**
 * Adds columns that record the last power outage checked for an owner notification. Past outages are marked
 * as checked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fan_controls
      add column power_cut_noticed_at timestamptz,
      add column power_cut_report_id bigint`.execute(db);
  await sql`
    update fan_controls set power_cut_noticed_at = restarted_at, power_cut_report_id = (
      select max(id) from fan_events where fan_events.bin_id = fan_controls.bin_id)
    where restarted_at is not null`.execute(db);
  await sql`
    create index fan_controls_power_cuts on fan_controls (bin_id)
    where restarted_at > coalesce(power_cut_noticed_at, '-infinity')`.execute(db);
}
