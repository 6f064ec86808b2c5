import { type Kysely, sql } from 'kysely';

/** Entries of the ledger are corrected by several people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bin_loads add column version integer not null default 1`.execute(db);
}
