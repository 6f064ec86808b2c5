import { type Kysely, sql } from 'kysely';

/** Bins found by a text are the first by name: the index that is searched stands in that order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bins_search_text`.execute(db);
  await sql`
    create index bins_by_name on bins (name, id) include (farm_id, search_text)
    where deleted_at is null`.execute(db);
}
