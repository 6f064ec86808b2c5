import { type Kysely, sql } from 'kysely';

/**
 * Readings and what is kept beside them in the same transaction. Sensor values are hundredths in
 * `smallint` arrays, cable after cable. Columns stand by falling alignment: no byte of padding
 * between them, so that a full reading of 128 sensors leaves room for twelve on a page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const scalars = sql`
      level_mm integer,
      co2 integer,
      wind_speed real,
      wind_pressure real,
      wind_speed_plenum2 real,
      wind_pressure_plenum2 real,
      wind_temperature real,
      battery smallint,
      ambient_temperature smallint,
      ambient_humidity smallint,
      pressure_x1 smallint,
      pressure_x2 smallint,
      flags smallint not null,
      cables bytea not null,
      temperatures smallint[] not null,
      humidities smallint[] not null`;

  await sql`
    create table readings (
      at timestamptz not null,
      bin_id integer not null,
      ${scalars},
      primary key (bin_id, at)
    ) partition by range (at)`.execute(db);
  // Values are noise to the compressor; trying costs time and saves nothing.
  await sql`alter table readings alter column temperatures set storage plain`.execute(db);
  await sql`alter table readings alter column humidities set storage plain`.execute(db);

  // One row a bin from the day it is made: it is also what a batch locks. The sensors' values stand
  // in the reading alone, so that this row stays small and its update cheap.
  await sql`
    create table latest (
      bin_id integer primary key references bins (id),
      at timestamptz,
      recent bigint[] not null default '{}',
      level_mm integer,
      co2 integer,
      wind_speed real,
      wind_pressure real,
      wind_speed_plenum2 real,
      wind_pressure_plenum2 real,
      wind_temperature real,
      battery smallint,
      ambient_temperature smallint,
      ambient_humidity smallint,
      pressure_x1 smallint,
      pressure_x2 smallint,
      flags smallint,
      cables bytea
    ) with (fillfactor = 50)`.execute(db);

  await sql`
    create table days (
      bin_id integer not null references bins (id),
      day date not null,
      readings integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      level_mm integer,
      co2 integer,
      wind_speed real,
      wind_pressure real,
      wind_temperature real,
      battery smallint,
      ambient_temperature smallint,
      ambient_humidity smallint,
      average_humidity smallint,
      cable_extremes smallint[] not null,
      lengths bytea not null,
      temp_min smallint[] not null,
      temp_max smallint[] not null,
      hum_min smallint[] not null,
      hum_max smallint[] not null,
      moist_min smallint[] not null,
      moist_max smallint[] not null,
      primary key (bin_id, day)
    ) with (fillfactor = 70)`.execute(db);
  // Values are noise to the compressor here too.
  for (const column of ['temp_min', 'temp_max', 'hum_min', 'hum_max', 'moist_min', 'moist_max']) {
    await sql`alter table days alter column ${sql.ref(column)} set storage external`.execute(db);
  }

  // A reading whose board's clock ran ahead stands at its arrival; a repeat is known by this pair.
  await sql`
    create table clock_pairs (
      bin_id integer not null references bins (id),
      sent_at timestamptz not null,
      stored_at timestamptz not null,
      primary key (bin_id, sent_at)
    )`.execute(db);

  await sql`
    create table raw_frames (
      id bigint generated always as identity,
      received_at timestamptz not null,
      bytes integer not null,
      bin_number smallint,
      dictionary smallint not null,
      main_board_id text not null,
      topic text not null,
      reason text,
      body bytea not null
    ) partition by range (received_at)`.execute(db);
  await sql`alter table raw_frames alter column body set storage external`.execute(db);
  await sql`create index raw_frames_board on raw_frames (main_board_id, received_at)`.execute(db);
}
