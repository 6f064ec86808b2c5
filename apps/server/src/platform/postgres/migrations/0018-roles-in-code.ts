import { type Kysely, sql } from 'kysely';

/**
 * Drops the check constraints on roles: the list of roles is in code. `users_check` is the name that
 * PostgreSQL gave to the check that only users have a distributor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      drop constraint users_role_check,
      drop constraint users_check`.execute(db);
}
