import { dailyScalarNames } from '@granary/domain/readings/scalars';
import { sql } from 'kysely';
import { executePrepared } from '../../platform/postgres/prepared-statements.ts';
import type { Db, ReadingRow } from '../../platform/postgres/tables.ts';

const dailyColumns = dailyScalarNames.map((name) => `days.${name}` as const);

/** A page of a bin's days since `from` (`YYYY-MM-DD`). */
interface DaysPage {
  readonly binId: number;
  readonly from: string;
  readonly limit: number;
  readonly offset: number;
}

/** The days of the one-year chart, newest first, with the time zone they were calculated in. */
export function findChartDays(db: Db, { binId, from, limit, offset }: DaysPage) {
  const query = db
    .selectFrom('days')
    .innerJoin('latest', 'latest.binId', 'days.binId')
    .innerJoin('bins', 'bins.id', 'days.binId')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .select([
      'days.day',
      'days.lastAt',
      'days.readings',
      ...dailyColumns,
      'days.averageHumidity',
      'days.cableExtremes',
      'days.grainExtremes',
      'days.grainAverageHumidity',
      (eb) => eb.fn.coalesce('latest.daysZone', 'farms.timezone').as('zone'),
    ])
    .where('days.binId', '=', binId)
    .where('days.day', '>=', from)
    .orderBy('days.day', 'desc')
    .limit(limit)
    .offset(offset);
  return executePrepared(db, query);
}

/** How many sensors of each pressure cable are covered in a reading. */
export type PressureCableCounts = Pick<ReadingRow, 'pressureX1' | 'pressureX2'>;

/** The values of a bin's pressure cables in the readings at the given times, keyed by time, ms. */
export async function findPressureCableCounts(
  db: Db,
  binId: number,
  times: readonly Date[],
): Promise<ReadonlyMap<number, PressureCableCounts>> {
  const rows = await db
    .selectFrom('readings')
    .select(['at', 'pressureX1', 'pressureX2'])
    .where('binId', '=', binId)
    .where(sql<boolean>`at = any(${times}::timestamptz[])`)
    .execute();
  return new Map(rows.map(({ at, ...pressures }) => [at.getTime(), pressures]));
}

/** Whether a bin has more than `count` readings since a given time. */
export async function hasMoreReadings(
  db: Db,
  binId: number,
  since: Date,
  count: number,
): Promise<boolean> {
  const next = await db
    .selectFrom('readings')
    .select('at')
    .where('binId', '=', binId)
    .where('at', '>=', since)
    .orderBy('at')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  return next !== undefined;
}

/**
 * Buckets of equal length that divide a period, each `bucketMs` long; the first ends at `until`, and the
 * others precede it.
 */
export interface TimeBuckets {
  /** Readings before this time, ms, are ignored. */
  readonly since: number;
  readonly until: number;
  readonly bucketMs: number;
  readonly bucketCount: number;
}

/** How many readings a bin has in each of the equal buckets of a period, keyed by bucket number from 0. */
export async function countByBucket(
  db: Db,
  binId: number,
  { since, until, bucketMs }: Pick<TimeBuckets, 'since' | 'until' | 'bucketMs'>,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ bucket: number; count: number }>`
    select floor(extract(epoch from ${new Date(until)}::timestamptz - at) * 1000 / ${bucketMs})::int
      as bucket, count(*)::int as count
    from readings
    where bin_id = ${binId} and at >= ${new Date(since)}::timestamptz
      and at <= ${new Date(until)}::timestamptz
    group by 1`.execute(db);
  return new Map(rows.map(({ bucket, count }) => [bucket, count]));
}

/**
 * A bin's newest reading in each of the equal buckets of a period, newest first. A bucket includes its end and
 * not its start. Each bucket costs one index lookup, no matter how many readings it has.
 */
export async function findNewestPerBucket(
  db: Db,
  binId: number,
  { since, until, bucketMs, bucketCount }: TimeBuckets,
): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select found.* from generate_series(0, ${bucketCount - 1}::integer) as bucket
    cross join lateral (
      select ${new Date(until)}::timestamptz - bucket * ${bucketMs}::float8 * interval '1 millisecond'
        as until
    ) as ending
    cross join lateral (
      select * from readings
      where bin_id = ${binId} and at >= ${new Date(since)}::timestamptz
        and at > ending.until - ${bucketMs}::float8 * interval '1 millisecond'
        and at <= ending.until
      order by at desc limit 1
    ) as found
    order by bucket`.execute(db);
  return rows;
}
