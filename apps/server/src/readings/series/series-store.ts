import { sql } from 'kysely';
import type { DayRow, Db, ReadingRow } from '../../platform/postgres/tables.ts';
import { joinDayEnd, selectMaxTemperatures } from '../days/days-store.ts';
import type { DayEnd } from '../fill-history.ts';
import { listColumns } from '../scalar-columns.ts';
import { type LevelScalars, levelScalars } from '../serialize-reading.ts';

const levelColumns = sql.raw(listColumns(levelScalars));

/** A bin's temperatures at one time, with the lengths of its cables and its measured level. */
export type ReadingTemperatures = Pick<ReadingRow, 'at' | 'cables' | 'temperatures'> &
  LevelScalars & {
    /** Whether readings of the requested range were left out because there were too many. */
    readonly isThinned: boolean;
  };

/**
 * A bin's temperatures in `[from, to]`, oldest first. If there are more than `maxReadings`, only the newest
 * in each of `maxReadings` equal buckets of that range.
 */
export async function findTemperatures(
  db: Db,
  binId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  maxReadings: number,
): Promise<ReadingTemperatures[]> {
  const bucketMs = (to.getTime() - from.getTime() + 1) / maxReadings;
  const { rows } = await sql<ReadingTemperatures>`
    with counted as (
      select count(*) > ${maxReadings}::integer as is_thinned from (
        select 1 from readings
        where bin_id = ${binId} and at between ${from} and ${to} limit ${maxReadings + 1}
      ) newest
    )
    select at, cables, temperatures, ${levelColumns}, is_thinned from readings, counted
    where bin_id = ${binId} and at between ${from} and ${to} and not is_thinned
    union all
    select found.*, is_thinned
    from counted
    cross join generate_series(0, ${maxReadings - 1}::integer) as bucket
    cross join lateral (
      select at, cables, temperatures, ${levelColumns} from readings
      where bin_id = ${binId}
        and at >= ${from}::timestamptz + bucket * ${bucketMs}::float8 * interval '1 millisecond'
        and at < ${from}::timestamptz + (bucket + 1) * ${bucketMs}::float8 * interval '1 millisecond'
        and at between ${from} and ${to}
      order by at desc limit 1
    ) as found
    where is_thinned
    order by at`.execute(db);
  return rows;
}

/** The highest temperature of each sensor of a bin on a day, packed. */
export type DayTemperatures = DayEnd &
  Pick<DayRow, 'day' | 'lengths'> & {
    readonly maxima: Buffer;
  };

/** The highest temperature of each sensor of a bin on its days in `[from, to]`, newest first. */
export async function findDayTemperatures(
  db: Db,
  binId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DayTemperatures[]> {
  const { rows } = await sql<Omit<DayTemperatures, 'level'> & LevelScalars>`
    select day, last_at, lengths, ${selectMaxTemperatures('sensor_extremes')} as maxima, newest.*
    from days ${joinDayEnd('days')}
    where days.bin_id = ${binId} and day between ${from}::date and ${to}::date
    order by day desc`.execute(db);
  return rows.map(({ day, lastAt, lengths, maxima, ...level }) => ({
    day,
    lastAt,
    lengths,
    maxima,
    level,
  }));
}
