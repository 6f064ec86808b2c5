import { type Kysely, sql } from 'kysely';

/** Adds to a fan's controls what holds its schedule, and when its power came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fan_controls
      add column held_at timestamptz,
      add column held_by text check (held_by in ('switched-on', 'switched-off', 'lockout')),
      add column resumed_at timestamptz,
      add column restarted_at timestamptz,
      add check ((held_at is null) = (held_by is null))`.execute(db);
  // A lockout that is reported now holds the schedule until someone resumes it.
  await sql`
    update fan_controls set held_at = now(), held_by = 'lockout' where is_locked`.execute(db);
}
