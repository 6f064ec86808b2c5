import { type Kysely, sql } from 'kysely';

/** Records which Monday's mail a farm's owner got, and who does not want it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add notifies_weekly boolean not null default true`.execute(db);
  await sql`alter table farm_alert_mails add last_week date`.execute(db);
}
