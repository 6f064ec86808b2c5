import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables for confirmed phone numbers and sent texts, and adds columns for when alerts were
 * texted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sms_numbers (
      user_id integer primary key references users on delete cascade,
      number text,
      confirmed_at timestamptz,
      new_number text,
      code_hash bytea,
      code_expires_at timestamptz,
      code_tries integer not null default 0
    )`.execute(db);
  await sql`
    create table sms_sent (
      id bigint generated always as identity primary key,
      number text not null,
      user_id integer references users on delete cascade,
      purpose text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index sms_sent_to on sms_sent (number, at)`.execute(db);
  await sql`create index sms_sent_by on sms_sent (user_id, at)`.execute(db);
  await sql`alter table alerts add texted_at timestamptz`.execute(db);
  await sql`alter table farm_alert_mails add last_text_at timestamptz`.execute(db);
}
