import { type Kysely, sql } from 'kysely';

/** Adds when owners were last reminded of alerts; existing rows get the time of the last mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table farm_alert_mails add last_reminder_at timestamptz`.execute(db);
  await sql`update farm_alert_mails set last_reminder_at = last_at`.execute(db);
}
