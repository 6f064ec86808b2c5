import { type Kysely, sql } from 'kysely';

/** Lets a search find users by first and last name in either order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column search_text`.execute(db);
  await sql`
    alter table users add column search_text text not null generated always as (
      lower(first_name || ' ' || last_name || ' ' || first_name || E'\n' || email)
    ) stored`.execute(db);
  await sql`
    create index users_search on users
    using gin (search_text gin_trgm_ops) where deleted_at is null`.execute(db);
}
