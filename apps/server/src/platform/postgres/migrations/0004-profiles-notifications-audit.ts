import { type Kysely, sql } from 'kysely';

/** Adds profiles and notes; creates password resets, devices, notifications and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column version integer not null default 1,
      add column admin_notes text not null default '',
      add column notes_version integer not null default 1,
      add column notifies boolean not null default true,
      add column notifies_by_push boolean not null default true,
      add column notifies_by_sms boolean not null default false,
      add column notifies_by_email boolean not null default true`.execute(db);
  await sql`alter table sessions add column verified_until timestamptz`.execute(db);

  // One per user: a new code replaces the previous one.
  await sql`
    create table reset_codes (
      user_id integer primary key references users (id),
      code_hash bytea not null,
      expires_at timestamptz not null,
      tries smallint not null default 0
    )`.execute(db);

  // All requests are counted, including those for an unknown email address.
  await sql`
    create table reset_requests (
      id integer generated always as identity primary key,
      account_hash bytea not null,
      address text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index reset_requests_at on reset_requests (at)`.execute(db);

  await sql`
    create table devices (
      token text primary key,
      user_id integer not null references users (id),
      session_id uuid references sessions (id) on delete set null,
      device_type text not null,
      notifies boolean not null,
      notifies_by_push boolean not null,
      registered_at timestamptz not null
    )`.execute(db);
  await sql`create index devices_user on devices (user_id, registered_at)`.execute(db);
  await sql`create index devices_session on devices (session_id)`.execute(db);

  await sql`
    create table notifications (
      id integer generated always as identity primary key,
      user_id integer not null references users (id),
      title text not null,
      body text not null,
      target text not null,
      at timestamptz not null,
      read_at timestamptz
    )`.execute(db);
  await sql`create index notifications_user on notifications (user_id, at)`.execute(db);

  // Names and owner are those at the time of the change.
  await sql`
    create table audit_entries (
      id integer generated always as identity primary key,
      at timestamptz not null,
      actor_id integer references users (id),
      actor_name text not null,
      address text not null,
      act text not null,
      subject text not null check (subject in ('user', 'farm', 'bin', 'board', 'settings')),
      subject_id text not null,
      subject_name text not null,
      owner_id integer references users (id),
      version integer,
      changes jsonb not null
    )`.execute(db);
  await sql`create index audit_entries_subject on audit_entries (subject, subject_id)`.execute(db);
  await sql`create index audit_entries_owner on audit_entries (owner_id, id)`.execute(db);
  await sql`create index audit_entries_actor on audit_entries (actor_id, id)`.execute(db);
}
