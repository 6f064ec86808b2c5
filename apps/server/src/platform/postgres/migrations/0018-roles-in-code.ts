import { type Kysely, sql } from 'kysely';

/** Drops the checks of roles: the list of roles is in code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      drop constraint users_role_check,
      drop constraint users_check`.execute(db);
}
