import { type Kysely, sql } from 'kysely';

/** What each server stored last of what boards sent, so that it can ask what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table last_batches (
      writer uuid primary key,
      batch uuid not null,
      at timestamptz not null default now()
    )`.execute(db);
}
