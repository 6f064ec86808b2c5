import { type Kysely, sql } from 'kysely';

/** Orders the search index by name, because a search returns the first bins by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index bins_search_text`.execute(db);
  await sql`
    create index bins_by_name on bins (name, id) include (farm_id, search_text)
    where deleted_at is null`.execute(db);
}
