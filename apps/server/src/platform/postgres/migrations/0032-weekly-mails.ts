import { type Kysely, sql } from 'kysely';

/** Adds the Monday of the last weekly mail about a farm, and whether a user wants weekly mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add notifies_weekly boolean not null default true`.execute(db);
  await sql`alter table farm_alert_mails add last_week date`.execute(db);
}
