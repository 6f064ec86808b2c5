import { type Kysely, sql } from 'kysely';

/** Which roles there are, and which of them have a distributor, is decided by the list in code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      drop constraint users_role_check,
      drop constraint users_check`.execute(db);
}
