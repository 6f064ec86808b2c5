import { NO_VALUE } from '@granary/domain/units';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { LatestReading, TrendDay } from '../bins/parts.ts';
import { smallints } from '../platform/postgres/smallints.ts';
import type { DayRow, ReadingRow, Tables } from '../platform/postgres/tables.ts';

/** A reading's row with its arrays already as PostgreSQL's text, which takes time to write. */
export interface PackedReading extends Omit<ReadingRow, 'temperatures' | 'humidities'> {
  readonly temperatures: string;
  readonly humidities: string;
}

/** Writes a row's arrays as text. */
export function packReading(row: ReadingRow): PackedReading {
  return {
    ...row,
    temperatures: smallints(row.temperatures),
    humidities: smallints(row.humidities),
  };
}

/** The columns that a reading and a bin's latest share, besides the bin and the instant. */
const SHARED = [
  ...['level_mm', 'co2', 'wind_speed', 'wind_pressure', 'wind_speed_plenum2'],
  ...['wind_pressure_plenum2', 'wind_temperature', 'battery', 'ambient_temperature'],
  ...['ambient_humidity', 'pressure_x1', 'pressure_x2', 'flags', 'cables'],
] as const;
const shared = sql.raw(SHARED.join(', '));
const sharedOfSent = sql.raw(SHARED.map((name) => `sent.${name}`).join(', '));

type SharedRow = Omit<ReadingRow, 'temperatures' | 'humidities'>;

/** The shared columns as one array each, for `unnest`. */
function sharedArrays(rows: readonly SharedRow[]) {
  const column = <K extends keyof SharedRow>(key: K) => rows.map((row) => row[key]);
  return sql`
    ${rows.map(({ at }) => at.toISOString())}::timestamptz[], ${column('binId')}::integer[],
    ${column('levelMm')}::integer[], ${column('co2')}::integer[],
    ${column('windSpeed')}::real[], ${column('windPressure')}::real[],
    ${column('windSpeedPlenum2')}::real[], ${column('windPressurePlenum2')}::real[],
    ${column('windTemperature')}::real[], ${column('battery')}::smallint[],
    ${column('ambientTemperature')}::smallint[], ${column('ambientHumidity')}::smallint[],
    ${column('pressureX1')}::smallint[], ${column('pressureX2')}::smallint[],
    ${column('flags')}::smallint[], ${column('cables')}::bytea[]`;
}

/** Names a reading: its bin and instant (ms). */
export function readingKey(binId: number, at: number): string {
  return `${binId}:${at}`;
}

/** Stores readings, the first of each bin and instant winning; the keys of those that were new. */
export async function insertReadings(
  trx: Transaction<Tables>,
  rows: readonly PackedReading[],
): Promise<Set<string>> {
  const { rows: inserted } = await sql<{ key: string }>`
    insert into readings (at, bin_id, ${shared}, temperatures, humidities)
    select at, bin_id, ${shared}, temperatures::smallint[], humidities::smallint[]
    from unnest(
      ${sharedArrays(rows)},
      ${rows.map(({ temperatures }) => temperatures)}::text[],
      ${rows.map(({ humidities }) => humidities)}::text[]
    ) as sent (at, bin_id, ${shared}, temperatures, humidities)
    on conflict do nothing
    returning bin_id || ':' || (extract(epoch from at) * 1000)::bigint as key`.execute(trx);
  return new Set(inserted.map(({ key }) => key));
}

/** When a bin's newest readings were taken (ms), newest first. */
export interface Recent {
  readonly binId: number;
  readonly recent: readonly number[];
}

/** A bin locked against other batches. */
export interface LockedBin extends Recent {
  /** The zone that its days are cut in; null: whatever its farm's is. */
  readonly daysZone: string | null;
}

/** Locks the bins of a batch, in one order so that no two batches wait for each other. */
export async function lockLatest(
  trx: Transaction<Tables>,
  binIds: readonly number[],
): Promise<LockedBin[]> {
  const { rows } = await sql<{ binId: number; recent: string; daysZone: string | null }>`
    select bin_id, array_to_string(recent, ',') as recent, days_zone from latest
    where bin_id = any(${binIds}) order by bin_id for update`.execute(trx);
  return rows.map(({ binId, recent, daysZone }) => ({
    binId,
    recent: recent === '' ? [] : recent.split(',').map(Number),
    daysZone,
  }));
}

/** A bin whose latest a batch changes; `newest` where the batch holds its newest reading. */
export interface LatestChange extends Recent {
  readonly newest: SharedRow | null;
}

/** Keeps each bin's newest reading, and when its last ones were taken. */
export async function updateLatest(
  trx: Transaction<Tables>,
  changes: readonly LatestChange[],
): Promise<void> {
  const newer = changes.flatMap(({ newest, recent }) => (newest ? [{ newest, recent }] : []));
  const older = changes.filter(({ newest }) => newest === null);
  const instants = (list: readonly Pick<Recent, 'recent'>[]) =>
    list.map(({ recent }) => `{${recent.join(',')}}`);
  if (newer.length > 0) {
    await sql`
      update latest set
        (at, recent, ${shared}) = row(sent.at, sent.recent::bigint[], ${sharedOfSent})
      from unnest(
        ${sharedArrays(newer.map(({ newest }) => newest))}, ${instants(newer)}::text[]
      ) as sent (at, bin_id, ${shared}, recent)
      where latest.bin_id = sent.bin_id`.execute(trx);
  }
  if (older.length > 0) {
    await sql`
      update latest set recent = sent.recent::bigint[]
      from unnest(
        ${older.map(({ binId }) => binId)}::integer[], ${instants(older)}::text[]
      ) as sent (bin_id, recent)
      where latest.bin_id = sent.bin_id`.execute(trx);
  }
}

/** The day rows of these bins and days that exist. */
export async function findDays(
  db: Kysely<Tables>,
  keys: readonly { readonly binId: number; readonly day: string }[],
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select days.* from days join unnest(
      ${keys.map(({ binId }) => binId)}::integer[], ${keys.map(({ day }) => day)}::date[]
    ) as wanted (bin_id, day) using (bin_id, day)`.execute(db);
  return rows;
}

/** Writes day rows whole. */
export async function writeDays(trx: Transaction<Tables>, rows: readonly DayRow[]): Promise<void> {
  const column = <K extends keyof DayRow>(key: K) => rows.map((row) => row[key]);
  const arrays = (
    key: 'cableExtremes' | 'tempMin' | 'tempMax' | 'humMin' | 'humMax' | 'moistMin' | 'moistMax',
  ) => rows.map((row) => smallints(row[key]));
  const names = sql.raw(
    `readings, first_at, last_at, level_mm, co2, wind_speed, wind_pressure, wind_temperature,
     battery, ambient_temperature, ambient_humidity, average_humidity, cable_extremes, lengths,
     temp_min, temp_max, hum_min, hum_max, moist_min, moist_max`,
  );
  await sql`
    insert into days (bin_id, day, ${names})
    select bin_id, day, readings, first_at, last_at, level_mm, co2, wind_speed, wind_pressure,
      wind_temperature, battery, ambient_temperature, ambient_humidity, average_humidity,
      cable_extremes::smallint[], lengths, temp_min::smallint[], temp_max::smallint[],
      hum_min::smallint[], hum_max::smallint[], moist_min::smallint[], moist_max::smallint[]
    from unnest(
      ${column('binId')}::integer[], ${column('day')}::date[], ${column('readings')}::integer[],
      ${rows.map(({ firstAt }) => firstAt.toISOString())}::timestamptz[],
      ${rows.map(({ lastAt }) => lastAt.toISOString())}::timestamptz[],
      ${column('levelMm')}::integer[], ${column('co2')}::integer[],
      ${column('windSpeed')}::real[], ${column('windPressure')}::real[],
      ${column('windTemperature')}::real[], ${column('battery')}::smallint[],
      ${column('ambientTemperature')}::smallint[], ${column('ambientHumidity')}::smallint[],
      ${column('averageHumidity')}::smallint[], ${arrays('cableExtremes')}::text[],
      ${column('lengths')}::bytea[], ${arrays('tempMin')}::text[], ${arrays('tempMax')}::text[],
      ${arrays('humMin')}::text[], ${arrays('humMax')}::text[], ${arrays('moistMin')}::text[],
      ${arrays('moistMax')}::text[]
    ) as made (bin_id, day, ${names})
    on conflict (bin_id, day) do update set (${names}) = row(
      excluded.readings, excluded.first_at, excluded.last_at, excluded.level_mm, excluded.co2,
      excluded.wind_speed, excluded.wind_pressure, excluded.wind_temperature, excluded.battery,
      excluded.ambient_temperature, excluded.ambient_humidity, excluded.average_humidity,
      excluded.cable_extremes, excluded.lengths, excluded.temp_min, excluded.temp_max,
      excluded.hum_min, excluded.hum_max, excluded.moist_min, excluded.moist_max
    )`.execute(trx);
}

/** The newest reading of bins, null where there is none yet; bins that do not exist are left out. */
export async function findLatest(
  db: Kysely<Tables>,
  binIds: readonly number[],
): Promise<LatestReading[]> {
  const { rows } = await sql<Omit<LatestReading, 'row'> & ReadingRow>`
    select readings.*, latest.bin_id, latest.recent
    from latest left join readings on readings.bin_id = latest.bin_id and readings.at = latest.at
    where latest.bin_id = any(${binIds})`.execute(db);
  return rows.map(({ recent, ...row }) => ({
    binId: row.binId,
    recent: recent.map(Number),
    row: row.at === null ? null : row,
  }));
}

/** A bin's reading by its place from the newest (0); null past the last. */
export async function findReadingByNumber(
  db: Kysely<Tables>,
  binId: number,
  number: number,
): Promise<ReadingRow | null> {
  const row = await db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .orderBy('at', 'desc')
    .offset(number)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A bin's newest reading in `[after, until]`, with the number of readings newer than it. */
export async function findReadingAt(
  db: Kysely<Tables>,
  binId: number,
  after: Date,
  until: Date,
): Promise<{ row: ReadingRow; number: number } | null> {
  const row = await db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .where('at', '>=', after)
    .where('at', '<=', until)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const newer = await db
    .selectFrom('readings')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('binId', '=', binId)
    .where('at', '>', row.at)
    .executeTakeFirstOrThrow();
  return { row, number: Number(newer.count) };
}

/** The days of a bin from `from` to `to`, `YYYY-MM-DD`, oldest first. */
export async function findDaysBetween(
  db: Kysely<Tables>,
  binId: number,
  from: string,
  to: string,
): Promise<DayRow[]> {
  return db
    .selectFrom('days')
    .selectAll()
    .where('binId', '=', binId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
}

/** A bin's readings in `[since, before)`, newest first. */
export async function findReadingsBetween(
  db: Kysely<Tables>,
  binId: number,
  since: Date,
  before: Date,
): Promise<ReadingRow[]> {
  return db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .where('at', '>=', since)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .execute();
}

/** The daily maxima of bins on their last `days` days with readings, oldest first. */
export async function findTrends(
  db: Kysely<Tables>,
  binIds: readonly number[],
  days: number,
): Promise<TrendDay[]> {
  // The second of the six blocks of extremes holds the greatest temperatures.
  const { rows } = await sql<{ binId: number; day: string; maxima: Int16Array }>`
    select found.bin_id, found.day, found.cable_extremes[
      array_length(found.cable_extremes, 1) / 6 + 1 : array_length(found.cable_extremes, 1) / 3
    ] as maxima
    from unnest(${binIds}::integer[]) as wanted (bin_id)
    cross join lateral (
      select bin_id, day, cable_extremes from days
      where days.bin_id = wanted.bin_id order by day desc limit ${days}
    ) found
    order by found.bin_id, found.day`.execute(db);
  return rows.flatMap(({ binId, day, maxima }) => {
    const max = Math.max(NO_VALUE, ...(maxima ?? []));
    return max === NO_VALUE ? [] : [{ binId, day, max: max / 100 }];
  });
}
