import { type Kysely, sql } from 'kysely';

/** Creates accounts with their sessions, farms and main boards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id integer generated always as identity primary key,
      email text not null,
      password_hash text not null,
      role text not null check (role in ('admin', 'distributor', 'user')),
      distributor_id integer references users (id),
      first_name text not null default '',
      last_name text not null default '',
      phone text not null default '',
      city text not null default '',
      state text not null default '',
      country text not null default '',
      timezone text not null default '',
      language text not null default 'en',
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      check (distributor_id is null or role = 'user')
    )`.execute(db);
  await sql`create unique index users_email on users (lower(email)) where deleted_at is null`.execute(
    db,
  );
  await sql`create index users_distributor on users (distributor_id)`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key,
      user_id integer not null references users (id),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);

  // A user might type a password in the email field, so only a keyed hash is stored.
  await sql`
    create table sign_in_failures (
      account_hash bytea not null,
      address text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sign_in_failures_account on sign_in_failures (account_hash, at)`.execute(
    db,
  );
  await sql`create index sign_in_failures_address on sign_in_failures (address, at)`.execute(db);

  await sql`
    create table setup_links (
      token_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);

  await sql`
    create table farms (
      id integer generated always as identity primary key,
      owner_id integer not null references users (id),
      name text not null,
      city text not null default '',
      state text not null default '',
      country text not null default '',
      lat double precision,
      lng double precision,
      timezone text not null default 'UTC',
      ambient_sensor_attached boolean not null default false,
      ambient_bin_id integer,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index farms_owner on farms (owner_id)`.execute(db);

  await sql`
    create table main_boards (
      id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
      farm_id integer not null references farms (id),
      key_hash bytea,
      import_until timestamptz,
      board_type text,
      firmware_name text,
      firmware_version text,
      hello_at timestamptz
    )`.execute(db);
  await sql`create index main_boards_farm on main_boards (farm_id)`.execute(db);
}
