import { type Kysely, sql } from 'kysely';

/**
 * Creates the table of board commands of all kinds. Fan commands from before the server sent commands to
 * boards are copied as history: open ones are marked expired, and none has an instruction to send.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table commands (
      id uuid primary key,
      main_board_id text not null references main_boards (id),
      bin_id integer not null references bins (id),
      bin_number smallint not null,
      kind text not null,
      seq bigint not null,
      text text not null,
      instruction jsonb,
      control_type text not null,
      actor_id integer references users on delete set null,
      address text not null default '',
      reason text not null default '',
      state text not null check (state in (
        'queued', 'released', 'confirmed', 'proven', 'expired', 'superseded', 'failed', 'cancelled'
      )),
      failure text,
      queued_at timestamptz not null,
      expires_at timestamptz not null,
      released_at timestamptz,
      sent_at timestamptz,
      confirmed_at timestamptz,
      proven_at timestamptz,
      ended_at timestamptz,
      attempts smallint not null default 0,
      check (instruction is not null or state not in ('queued', 'released'))
    )`.execute(db);
  await sql`
    insert into commands (
      id, main_board_id, bin_id, bin_number, kind, seq, text, control_type, state, queued_at,
      expires_at, released_at, sent_at, ended_at, attempts)
    select fan_commands.id, fan_commands.main_board_id, bin_id, bins.bin_number, 'fan', 0,
      command, 'manual',
      case when status in ('queued', 'released') then 'expired' else status end,
      fan_commands.created_at, fan_commands.created_at, released_at, released_at,
      case when status in ('queued', 'released') then now() end,
      case when released_at is null then 0 else 1 end
    from fan_commands join bins on bins.id = fan_commands.bin_id`.execute(db);
  await sql`drop table fan_commands`.execute(db);
  await sql`
    create index commands_open on commands (main_board_id)
    where state in ('queued', 'released')`.execute(db);
  await sql`create index commands_bin on commands (bin_id, kind, queued_at)`.execute(db);
  await sql`create index commands_board on commands (main_board_id, queued_at)`.execute(db);

  // Fan controls used at the bin: whether the fan is locked out, and when the switch was last used.
  await sql`
    create table fan_controls (
      bin_id integer primary key references bins on delete cascade,
      is_locked boolean not null default false,
      switched_at timestamptz
    )`.execute(db);

  // Two events can have the same timestamp, and a board with a wrong clock can repeat timestamps.
  await sql`
    alter table fan_events
      drop constraint fan_events_pkey,
      add column id bigint generated always as identity primary key,
      add column caused_by text,
      add column event_id text,
      add column received_at timestamptz`.execute(db);
  await sql`
    create unique index fan_events_named on fan_events (bin_id, event_id)
    where event_id is not null`.execute(db);
  await sql`
    create unique index fan_events_sent on fan_events
      (bin_id, sent_at, is_on, coalesce(command_id, ''), lockout)
    where event_id is null and sent_at = at`.execute(db);
  await sql`alter table raw_frames add column cause text`.execute(db);
}
