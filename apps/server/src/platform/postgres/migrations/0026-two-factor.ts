import { type Kysely, sql } from 'kysely';

/**
 * Adds two-factor sign-in with TOTP: secrets, recovery codes, and the roles that must use it. Adds the
 * browsers that have signed in to an account and, for each reset code, the browser that requested it and the
 * number of tries from other browsers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column totp_secret bytea,
      add column totp_enabled_at timestamptz,
      add column totp_last_step integer not null default 0`.execute(db);
  await sql`
    create table recovery_codes (
      user_id integer not null references users (id),
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`.execute(db);
  await sql`create table two_factor_roles (role text primary key)`.execute(db);
  await sql`
    create table known_browsers (
      user_id integer not null references users (id),
      browser_hash bytea not null,
      used_at timestamptz not null,
      primary key (user_id, browser_hash)
    )`.execute(db);
  await sql`
    alter table reset_codes
      add column browser_hash bytea,
      add column other_tries smallint not null default 0`.execute(db);
}
