import { type Kysely, sql } from 'kysely';

/**
 * Stores each person in or near a bin separately; before, a bin had one entry, in the controls of its
 * fan. Also allows holds after a restore.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bin_entries (
      id integer primary key generated always as identity,
      bin_id integer not null references bins on delete cascade,
      opened_at timestamptz not null,
      opened_by integer references users on delete set null,
      reminded_at timestamptz,
      unique (bin_id, opened_by))`.execute(db);
  await sql`
    insert into bin_entries (bin_id, opened_at, opened_by, reminded_at)
    select bin_id, entry_opened_at, entry_opened_by, entry_reminded_at from fan_controls
    where entry_opened_at is not null`.execute(db);
  await sql`
    alter table fan_controls
      drop column entry_opened_at,
      drop column entry_opened_by,
      drop column entry_reminded_at,
      drop constraint fan_controls_held_by_check,
      add constraint fan_controls_held_by_check
        check (held_by in ('switched-on', 'switched-off', 'lockout', 'restore'))`.execute(db);
}
