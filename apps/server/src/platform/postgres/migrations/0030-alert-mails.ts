import { type Kysely, sql } from 'kysely';

/**
 * Records which alerts were mailed. Alerts that are already open are not escalated to dealers: until now
 * nobody had to acknowledge them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alerts
      add announced_at timestamptz,
      add mailed_severity text,
      add escalated_at timestamptz`.execute(db);
  await sql`
    update alerts set announced_at = raised_at, escalated_at = now()
    where announced_severity is not null`.execute(db);
  await sql`
    create index alerts_announced on alerts (bin_id)
    where closed_at is null and announced_at is not null`.execute(db);
  await sql`
    create table farm_alert_mails (
      farm_id integer primary key references farms on delete cascade,
      last_at timestamptz
    )`.execute(db);
}
