import { type Kysely, sql } from 'kysely';

/**
 * Creates readings and what the same transaction updates. Sensor values are hundredths in `smallint`
 * arrays, cable after cable. Columns are ordered by decreasing alignment, without padding, so that
 * twelve readings of 128 sensors fit on a page.
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
  // Compression takes time and does not make these values smaller.
  await sql`alter table readings alter column temperatures set storage plain`.execute(db);
  await sql`alter table readings alter column humidities set storage plain`.execute(db);

  // One row per bin from its creation; a batch locks it. Sensor values are only in `readings`, so that
  // this row stays small and its updates cheap.
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
  // Not compressed, as in `readings`.
  for (const column of ['temp_min', 'temp_max', 'hum_min', 'hum_max', 'moist_min', 'moist_max']) {
    await sql`alter table days alter column ${sql.ref(column)} set storage external`.execute(db);
  }

  // A reading from a clock that is ahead is stored at its arrival time; this pair detects repeats.
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
