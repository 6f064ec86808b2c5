import { type Kysely, sql } from 'kysely';

/**
 * Adds entries to fan controls: who is in or near the bin, since when, and when that person was asked whether
 * they are out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fan_controls
      add column entry_opened_at timestamptz,
      add column entry_opened_by integer references users on delete set null,
      add column entry_reminded_at timestamptz`.execute(db);
  await sql`
    create index fan_controls_entry on fan_controls (entry_opened_at)
    where entry_opened_at is not null`.execute(db);
}
