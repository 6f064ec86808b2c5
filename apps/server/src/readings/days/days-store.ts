import type { DayMaxima } from '@granary/domain/bins/hot-since';
import { dailyScalarNames } from '@granary/domain/readings/scalars';
import { NO_VALUE } from '@granary/domain/units';
import { type RawBuilder, sql } from 'kysely';
import { joinBytes } from '../../platform/postgres/joined-arrays.ts';
import type { DayRow, Db, Trx } from '../../platform/postgres/tables.ts';
import type { DayEnd } from '../fill-history.ts';
import { unpackSmallints } from '../packed-smallints.ts';
import { getColumnType, listColumns } from '../scalar-columns.ts';
import { type LevelScalars, levelScalars } from '../serialize-reading.ts';
import { EXTREMES } from './day.ts';

/** The maximum temperature of a bin's enabled sensors under grain on a day, °C. */
export interface TrendDay {
  readonly binId: number;
  readonly day: string;
  readonly max: number;
}

/** The maximum temperature of each sensor of a bin on a day, including sensors above the grain. */
export interface BinDay extends DayEnd, DayMaxima {
  readonly binId: number;
}

/** The existing rows for these bins and days. */
export async function findDays(
  db: Db,
  keys: readonly { readonly binId: number; readonly day: string }[],
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select days.* from days join unnest(
      ${keys.map(({ binId }) => binId)}::integer[], ${keys.map(({ day }) => day)}::date[]
    ) as wanted (bin_id, day) using (bin_id, day)`.execute(db);
  return rows;
}

const scalarColumns = sql.raw(listColumns(dailyScalarNames));
const levelColumns = sql.raw(listColumns(levelScalars));
const excludedScalars = sql.raw(listColumns(dailyScalarNames, 'excluded'));
const scalarTypes = dailyScalarNames.map((name) => [name, sql.raw(getColumnType(name))] as const);
const otherColumns = sql.raw(
  'average_humidity, cable_extremes, grain_average_humidity, grain_extremes, lengths, sensor_extremes',
);

/** Inserts or replaces day rows. */
export async function writeDays(trx: Trx, rows: readonly DayRow[]): Promise<void> {
  const toColumn = <K extends keyof DayRow>(key: K) => rows.map((row) => row[key]);
  const extremes = joinBytes(toColumn('sensorExtremes'));
  await sql`
    insert into days (bin_id, day, readings, first_at, last_at, ${scalarColumns}, ${otherColumns})
    select bin_id, day, readings, first_at, last_at, ${scalarColumns}, average_humidity,
      cable_extremes, grain_average_humidity, grain_extremes, lengths,
      substr(${extremes.joined}::bytea, extremes_from, extremes_size)
    from unnest(
      ${toColumn('binId')}::integer[], ${toColumn('day')}::date[], ${toColumn('readings')}::integer[],
      ${rows.map(({ firstAt }) => firstAt.toISOString())}::timestamptz[],
      ${rows.map(({ lastAt }) => lastAt.toISOString())}::timestamptz[],
      ${sql.join(scalarTypes.map(([name, type]) => sql`${toColumn(name)}::${type}[]`))},
      ${toColumn('averageHumidity')}::smallint[], ${toColumn('cableExtremes')}::bytea[],
      ${toColumn('grainAverageHumidity')}::smallint[], ${toColumn('grainExtremes')}::bytea[],
      ${toColumn('lengths')}::bytea[],
      ${extremes.starts}::integer[], ${extremes.sizes}::integer[]
    ) as made (bin_id, day, readings, first_at, last_at, ${scalarColumns}, average_humidity,
      cable_extremes, grain_average_humidity, grain_extremes, lengths, extremes_from, extremes_size)
    on conflict (bin_id, day) do update set
      (readings, first_at, last_at, ${scalarColumns}, ${otherColumns}) = row(
        excluded.readings, excluded.first_at, excluded.last_at, ${excludedScalars},
        excluded.average_humidity, excluded.cable_extremes, excluded.grain_average_humidity,
        excluded.grain_extremes, excluded.lengths, excluded.sensor_extremes
      )`.execute(trx);
}

/** The days of a bin from `from` to `to`, `YYYY-MM-DD`, oldest first. */
export async function findDaysBetween(
  db: Db,
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

/**
 * Selects the maximum temperatures from a column of extremes: the second block in the order of `EXTREMES`.
 */
export function selectMaxTemperatures(column: string): RawBuilder<Buffer> {
  const extremes = sql.ref<Buffer>(column);
  const size = sql`length(${extremes}) / ${sql.lit(EXTREMES.length)}`;
  return sql`substr(${extremes}, ${size} + 1, ${size})`;
}

/**
 * The daily maximum temperatures under grain of bins on their last `days` days with readings, oldest first.
 */
export async function findTrends(
  db: Db,
  binIds: readonly number[],
  days: number,
): Promise<TrendDay[]> {
  const { rows } = await sql<{ binId: number; day: string; maxima: Buffer }>`
    select found.bin_id, found.day, ${selectMaxTemperatures('found.grain_extremes')} as maxima
    from unnest(${binIds}::integer[]) as wanted (bin_id)
    cross join lateral (
      select bin_id, day, grain_extremes from days
      where days.bin_id = wanted.bin_id order by day desc limit ${days}
    ) found
    where found.grain_extremes is not null
    order by found.bin_id, found.day`.execute(db);
  return rows.flatMap(({ binId, day, maxima }) => {
    const max = Math.max(NO_VALUE, ...unpackSmallints(maxima));
    return max === NO_VALUE ? [] : [{ binId, day, max: max / 100 }];
  });
}

/**
 * Joins, as `newest`, the measured level from the last reading of each day in a table; days do not store how
 * many sensors of a pressure cable were covered.
 */
export function joinDayEnd(tableName: string): RawBuilder<unknown> {
  const table = sql.table(tableName);
  return sql`left join lateral (
      select ${levelColumns} from readings
      where readings.bin_id = ${table}.bin_id and readings.at = ${table}.last_at limit 1
    ) newest on true`;
}

/** The maximum temperatures of bins' sensors on their last `days` days with readings, newest first. */
export async function findDailyMaxima(
  db: Db,
  binIds: readonly number[],
  days: number,
): Promise<BinDay[]> {
  type Row = Pick<DayRow, 'binId' | 'day' | 'lastAt' | 'lengths'> & LevelScalars;
  const { rows } = await sql<Row & { maxima: Buffer }>`
    select found.*, newest.* from unnest(${binIds}::integer[]) as wanted (bin_id)
    cross join lateral (
      select bin_id, day, last_at, lengths, ${selectMaxTemperatures('sensor_extremes')} as maxima
      from days where days.bin_id = wanted.bin_id order by day desc limit ${days}
    ) found
    ${joinDayEnd('found')}
    order by found.bin_id, found.day desc`.execute(db);
  return rows.map(({ binId, day, lastAt, lengths, maxima, ...level }) => ({
    binId,
    day,
    lastAt,
    level,
    temperatures: { lengths: [...lengths], values: unpackSmallints(maxima) },
  }));
}
