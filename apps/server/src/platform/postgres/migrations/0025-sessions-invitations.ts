import { type Kysely, sql } from 'kysely';

/**
 * Adds to sessions the address and browser that the user signed in from, and creates the invitations for
 * accounts without a password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column address text not null default '',
      add column user_agent text not null default ''`.execute(db);
  await sql`create index if not exists sessions_user_id on sessions (user_id)`.execute(db);
  // One per account: a new invitation replaces the previous one.
  await sql`
    create table invitations (
      user_id integer primary key references users (id),
      token_hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db);
}
