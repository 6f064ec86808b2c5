import { type Kysely, sql } from 'kysely';

/**
 * Adds a flag to the marks of bins that are evaluated although nothing is known to have changed, and adds the
 * storage times of grain with what they were calculated from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_marks add column is_routine boolean not null default false`.execute(db);
  await sql`alter table alert_memories add column storage_times jsonb`.execute(db);
}
