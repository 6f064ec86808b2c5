import { type Kysely, sql } from 'kysely';

/** Creates bins with their settings, cables, sensors, crops, ledger and fan events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bins (
      id integer generated always as identity primary key,
      farm_id integer not null references farms (id),
      main_board_id text not null references main_boards (id),
      bin_number smallint not null check (bin_number between 1 and 32),
      name text not null,
      crop text,
      crop_unit text not null default 'bushels',
      size double precision,
      lat double precision,
      lng double precision,
      temperature_unit text not null default 'c' check (temperature_unit in ('c', 'f')),
      shows_humidity boolean not null default false,
      battery_attached boolean not null default true,
      frequency smallint not null default 30,
      radio_group smallint not null default 1,
      board_type text not null default 'main' check (board_type in ('main', 'remote')),
      firmware_name text not null default 'sleep'
        check (firmware_name in ('sleep', 'realtime', 'portable')),
      firmware_version text not null default '2.03',
      firmware_mode boolean not null default false,
      installation_mode boolean not null default false,
      load_method text not null default 'manual'
        check (load_method in ('manual', 'siloscan pro', 'siloscan max', 'pressure cable')),
      level_sensor_empty_mm integer,
      dead_zone_mm integer,
      pressure_y1 smallint,
      pressure_y2 smallint,
      fan_attached boolean not null default false,
      fan_mode text not null default 'manual'
        check (fan_mode in ('manual', 'automatic', 'scheduled')),
      fan_on_threshold double precision,
      fan_off_threshold double precision,
      min_ambient_temperature double precision,
      min_ambient_moisture double precision,
      max_ambient_moisture double precision,
      plenum_sensor_attached boolean not null default false,
      fan_on_speed double precision,
      fan_off_speed double precision,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create unique index bins_station on bins (main_board_id, bin_number)
    where deleted_at is null`.execute(db);
  await sql`create index bins_farm on bins (farm_id)`.execute(db);
  await sql`
    alter table farms add foreign key (ambient_bin_id) references bins (id)`.execute(db);

  await sql`
    create table cables (
      bin_id integer not null references bins (id),
      cable smallint not null check (cable between 1 and 8),
      name text not null default '',
      cable_id smallint not null check (cable_id = -1 or cable_id between 1 and 254),
      sub_bin smallint not null default 1 check (sub_bin between 1 and 8),
      flip boolean not null default false,
      crop text,
      primary key (bin_id, cable)
    )`.execute(db);

  // Only statuses that differ from the default.
  await sql`
    create table sensor_statuses (
      bin_id integer not null references bins (id),
      cable smallint not null check (cable between 1 and 8),
      position smallint not null check (position between 1 and 64),
      status text not null check (status in ('mute', 'disable')),
      primary key (bin_id, cable, position)
    )`.execute(db);

  // Cable 0 is the bin's crop; a cable's crop overrides it. A null crop ends an override.
  await sql`
    create table crop_periods (
      bin_id integer not null references bins (id),
      cable smallint not null check (cable between 0 and 8),
      from_at timestamptz not null,
      crop text,
      moisture_source text,
      primary key (bin_id, cable, from_at)
    )`.execute(db);

  await sql`
    create table bin_loads (
      id integer generated always as identity primary key,
      bin_id integer not null references bins (id),
      type text not null check (type in ('load', 'unload')),
      at timestamptz not null,
      volume double precision not null,
      moisture double precision,
      protein double precision
    )`.execute(db);
  await sql`create index bin_loads_bin on bin_loads (bin_id, at)`.execute(db);

  // A repeated event has the same `sent_at`, even when `at` was corrected for a wrong clock.
  await sql`
    create table fan_events (
      bin_id integer not null references bins (id),
      sent_at timestamptz not null,
      at timestamptz not null,
      is_on boolean not null,
      command_id text,
      lockout boolean not null default false,
      primary key (bin_id, sent_at)
    )`.execute(db);
  await sql`create index fan_events_bin on fan_events (bin_id, at, sent_at)`.execute(db);
}
