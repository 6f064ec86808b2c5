import { type Kysely, sql } from 'kysely';

/** Replaces the mark for the summary with a time: only alerts that began before it wait for the summary. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_memories add column summary_before timestamptz`.execute(db);
  await sql`update alert_memories set summary_before = now() where needs_summary`.execute(db);
  await sql`alter table alert_memories drop column needs_summary`.execute(db);
}
