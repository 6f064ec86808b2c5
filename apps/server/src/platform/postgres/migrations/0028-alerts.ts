import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of alerts and of daily means. Existing bins are marked for a summary of the alerts that
 * are already open; the means of their past days are calculated later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key to bins, so that inserting a mark locks no bin.
  await sql`
    create table alert_marks (
      id bigint generated always as identity primary key,
      bin_id integer not null,
      from_at timestamptz,
      until_at timestamptz,
      arrived_at timestamptz
    )`.execute(db);
  await sql`create index alert_marks_of_bin on alert_marks (bin_id)`.execute(db);
  await sql`
    create table alert_memories (
      bin_id integer primary key references bins on delete cascade,
      folded_until timestamptz,
      memory jsonb,
      checkpoints jsonb not null default '[]',
      arrived_at timestamptz,
      needs_summary boolean not null default false,
      hot_spots_outdated boolean not null default false
    )`.execute(db);
  await sql`
    create table alerts (
      id integer generated always as identity primary key,
      bin_id integer not null references bins on delete cascade,
      rule text not null,
      severity text not null,
      since timestamptz not null,
      raised_at timestamptz not null,
      closed_at timestamptz,
      announced_severity text,
      value double precision,
      limit_value double precision,
      sensors jsonb not null,
      acknowledged_at timestamptz,
      acknowledged_by integer references users on delete set null,
      note text not null default ''
    )`.execute(db);
  await sql`
    create unique index alerts_open on alerts (bin_id, rule) where closed_at is null`.execute(db);
  await sql`create index alerts_of_bin on alerts (bin_id, since)`.execute(db);
  await sql`
    create table alert_events (
      id integer generated always as identity primary key,
      alert_id integer not null references alerts on delete cascade,
      kind text not null,
      at timestamptz not null,
      user_id integer references users on delete set null,
      note text not null default ''
    )`.execute(db);
  await sql`create index alert_events_of_alert on alert_events (alert_id)`.execute(db);
  await sql`
    create table day_means (
      bin_id integer not null references bins on delete cascade,
      day date not null,
      readings integer,
      lengths bytea,
      means bytea,
      fan_off_means bytea,
      lowest_co2 integer,
      primary key (bin_id, day)
    )`.execute(db);
  await sql`
    create index day_means_outdated on day_means (bin_id, day) where readings is null`.execute(db);
  await sql`
    insert into alert_memories (bin_id, needs_summary) select id, true from bins
    where deleted_at is null`.execute(db);
  await sql`
    insert into day_means (bin_id, day)
    select bin_id, day from days join bins on bins.id = bin_id where day < (now() at time zone 'UTC')::date - 1`.execute(
    db,
  );
}
