import { type Kysely, sql } from 'kysely';

/**
 * Adds to a fan's controls why its schedule is on hold, when it was put on hold and resumed, and when the
 * board's power came back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fan_controls
      add column held_at timestamptz,
      add column held_by text check (held_by in ('switched-on', 'switched-off', 'lockout')),
      add column resumed_at timestamptz,
      add column restarted_at timestamptz,
      add check ((held_at is null) = (held_by is null))`.execute(db);
  // The schedules of fans that are locked out at this time are put on hold until someone resumes them.
  await sql`
    update fan_controls set held_at = now(), held_by = 'lockout' where is_locked`.execute(db);
}
