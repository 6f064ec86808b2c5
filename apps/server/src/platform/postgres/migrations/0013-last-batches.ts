import { type Kysely, sql } from 'kysely';

/** Creates the table of last batches, which show whether a commit succeeded (ADR 0004). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table last_batches (
      writer uuid primary key,
      batch uuid not null,
      at timestamptz not null default now()
    )`.execute(db);
}
