import { type Kysely, sql } from 'kysely';

/** Adds alert settings and requested radio settings; creates requested cable changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bins
      add column label text not null default '',
      add column wanted_frequency smallint,
      add column wanted_radio_group smallint,
      add column radar_height_wanted boolean not null default false,
      add column temperature_alert_enabled boolean not null default false,
      add column temperature_alert_c double precision,
      add column co2_alert_enabled boolean not null default false,
      add column co2_alert double precision,
      add column difference_alert_enabled boolean not null default true,
      add column difference_alert_c double precision default 5,
      add column silence_alert_enabled boolean not null default true,
      add column silence_alert_hours double precision default 7,
      add column min_level_alert_enabled boolean not null default false,
      add column min_level_alert double precision default 20,
      add column max_level_alert_enabled boolean not null default false,
      add column max_level_alert double precision default 80`.execute(db);

  // Requested cable changes; only the newest request of a bin applies.
  await sql`
    create table cable_configurations (
      id integer generated always as identity primary key,
      bin_id integer not null references bins (id),
      commands text[] not null,
      status text not null default 'pending'
        check (status in ('pending', 'in_progress', 'completed', 'failed')),
      created_at timestamptz not null,
      released_at timestamptz,
      received_at timestamptz
    )`.execute(db);
  await sql`
    create unique index cable_configurations_open on cable_configurations (bin_id)
    where status in ('pending', 'in_progress')`.execute(db);
  await sql`
    create index cable_configurations_bin on cable_configurations (bin_id, id)`.execute(db);
}
