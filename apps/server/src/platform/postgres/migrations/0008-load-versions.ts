import { type Kysely, sql } from 'kysely';

/** Adds a version to ledger entries, which several users may correct. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bin_loads add column version integer not null default 1`.execute(db);
}
