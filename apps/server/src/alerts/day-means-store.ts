import type { DayMeans } from '@granary/domain/readings/day-means';
import { sql } from 'kysely';
import type { BinLoadRow, Db, Trx } from '../platform/postgres/tables.ts';
import { packSmallints, unpackSmallints } from '../readings/packed-smallints.ts';

interface DayMeansRow {
  readonly day: string;
  readonly readings: number;
  readonly lengths: Buffer;
  readonly means: Buffer;
  readonly fanOffMeans: Buffer;
  readonly moistures: Buffer;
  readonly lowestCo2: number | null;
  readonly lowestFill: number | null;
}

/** The means of a bin's last `count` days up to and including `lastDay`, oldest first. */
export async function findDayMeans(
  db: Db,
  binId: number,
  lastDay: string,
  count: number,
): Promise<DayMeans[]> {
  const { rows } = await sql<DayMeansRow>`
    select day, readings, lengths, means, fan_off_means, coalesce(moistures, '') as moistures,
      lowest_co2, lowest_fill
    from day_means
    where bin_id = ${binId} and readings is not null
      and day <= ${lastDay}::date and day > ${lastDay}::date - ${count}::integer
    order by day`.execute(db);
  return rows.map(({ lengths, means, fanOffMeans, moistures, ...row }) => {
    const cables = [...unpackSmallints(lengths)];
    return {
      ...row,
      means: { lengths: cables, values: unpackSmallints(means) },
      fanOffMeans: { lengths: cables, values: unpackSmallints(fanOffMeans) },
      moistures: { lengths: cables, values: unpackSmallints(moistures) },
    };
  });
}

export async function writeDayMeans(trx: Trx, binId: number, means: DayMeans): Promise<void> {
  const row = {
    readings: means.readings,
    lengths: packSmallints(Int16Array.from(means.means.lengths)),
    means: packSmallints(means.means.values),
    fanOffMeans: packSmallints(means.fanOffMeans.values),
    moistures: packSmallints(means.moistures.values),
    lowestCo2: means.lowestCo2,
    lowestFill: means.lowestFill,
  };
  await trx
    .insertInto('dayMeans')
    .values({ binId, day: means.day, ...row })
    .onConflict((conflict) => conflict.columns(['binId', 'day']).doUpdateSet(row))
    .execute();
}

/** Marks the means as outdated for the days with readings from `from` up to, but not including, `endDay`. */
export async function markMeansOutdated(
  trx: Trx,
  binId: number,
  from: string,
  endDay: string,
): Promise<void> {
  await sql`
    insert into day_means (bin_id, day)
    select bin_id, day from days
    where bin_id = ${binId} and day >= ${from}::date and day < ${endDay}::date
    on conflict (bin_id, day) do update set readings = null`.execute(trx);
}

/**
 * Marks the means of all closed days of a bin as outdated after its days changed. The newest day has not
 * closed. The means must be locked, or an evaluation that began with the old days would store their means.
 */
export async function markAllMeansOutdated(trx: Trx, binId: number): Promise<void> {
  await sql`
    with closed as (
      select day from days where bin_id = ${binId}
        and day < (select max(day) from days where bin_id = ${binId})),
    removed as (
      delete from day_means where bin_id = ${binId} and day not in (select day from closed))
    insert into day_means (bin_id, day) select ${binId}, day from closed
    on conflict (bin_id, day) do update set readings = null`.execute(trx);
}

/** The days of a bin with readings, from `from` to `to`, oldest first. */
export async function findDaysWithReadings(
  db: Db,
  binId: number,
  from: string,
  to: string,
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from days
    where bin_id = ${binId} and day >= ${from}::date and day <= ${to}::date
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Whether any means of a bin's days are outdated; checks only the days since `since`, unless it is null. */
export async function hasOutdatedMeans(
  db: Db,
  binId: number,
  since: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    select from day_means
    where bin_id = ${binId} and readings is null and (${since}::date is null or day >= ${since}::date)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a bin has days whose means are missing, outdated or without moisture. */
export async function hasIncompleteMeans(db: Db, binId: number): Promise<boolean> {
  const { rows } = await sql`
    select from day_means where bin_id = ${binId} and (readings is null or moistures is null)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The version of a bin's stored means. */
export interface MeansVersion {
  /**
   * Changes whenever the means do: PostgreSQL stores each change to a row as a new row version, with the ID
   * of its transaction.
   */
  readonly version: string;
  /** The newest day that has means; null if there is none. */
  readonly newestDay: string | null;
}

/** The version of a bin's means; null while some have not been calculated. */
export async function findMeansVersion(db: Db, binId: number): Promise<MeansVersion | null> {
  const { rows } = await sql<MeansVersion & { isIncomplete: boolean }>`
    select coalesce(bool_or(readings is null or moistures is null), false) as is_incomplete,
      coalesce(md5(string_agg(day || ' ' || xmin, ',' order by day)), '') as version,
      max(day) as newest_day
    from day_means where bin_id = ${binId}`.execute(db);
  const [row] = rows;
  return row === undefined || row.isIncomplete ? null : row;
}

/** Marks a bin's days since the given time for recalculation if its fill level comes from the ledger. */
export async function markMeansIncomplete(trx: Trx, binId: number, from: Date): Promise<void> {
  await sql`
    update day_means set moistures = null from bins
    where bins.id = bin_id and bins.load_method = 'manual' and bin_id = ${binId}
      and day >= (${from}::timestamptz at time zone 'UTC')::date - 1`.execute(trx);
}

/** A day of a bin whose means need to be calculated. */
export interface OutdatedDay {
  readonly day: string;
  /**
   * Whether its temperature means are outdated, which can change hot spots; otherwise only other values have
   * to be calculated.
   */
  readonly isOutdated: boolean;
  /** How many sensors each cable had when the day was last calculated; empty if it never was. */
  readonly lengths: readonly number[];
}

/** A bin and its days whose means need to be calculated, newest first. There is at least one day. */
export interface OutdatedBin {
  readonly binId: number;
  readonly days: readonly OutdatedDay[];
}

/** The bin with the newest outdated or incomplete day, and at most `limit` such days; null if there is none. */
export async function findOutdatedBin(
  db: Db,
  excludedBinIds: readonly number[],
  limit: number,
): Promise<OutdatedBin | null> {
  const { rows } = await sql<Omit<OutdatedDay, 'lengths'> & { binId: number; lengths: Buffer }>`
    with newest as (
      select bin_id from day_means
      where (readings is null or moistures is null) and bin_id <> all(${excludedBinIds}::integer[])
      order by day desc, bin_id limit 1)
    select bin_id, day, readings is null as is_outdated, coalesce(lengths, '') as lengths
    from day_means join newest using (bin_id)
    where readings is null or moistures is null
    order by day desc limit ${limit}`.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const days = rows.map(({ day, isOutdated, lengths }) => ({
    day,
    isOutdated,
    lengths: [...unpackSmallints(lengths)],
  }));
  return { binId: first.binId, days };
}

/** Removes a day that no longer has readings. */
export async function deleteDayMeans(trx: Trx, binId: number, day: string): Promise<void> {
  await trx.deleteFrom('dayMeans').where('binId', '=', binId).where('day', '=', day).execute();
}

/** A time at which a bin's fan turned on or off. */
export interface FanChange {
  readonly at: Date;
  readonly isOn: boolean;
}

/**
 * When a bin's fan turned on and off before `to`, starting with the last change at or before `from`, oldest
 * first.
 */
export async function findFanChanges(
  db: Db,
  binId: number,
  from: Date,
  to: Date,
): Promise<FanChange[]> {
  const { rows } = await sql<FanChange>`
    select at, is_on from fan_events
    where bin_id = ${binId} and at < ${to} and at >= coalesce(
      (select max(at) from fan_events where bin_id = ${binId} and at <= ${from}), ${from})
    order by at, sent_at`.execute(db);
  return rows;
}

/** Grain that was put into a bin or taken out of it, according to its ledger. */
export type Movement = Pick<BinLoadRow, 'at' | 'type' | 'volume'>;

/** The movements of a bin's grain since the given time. */
export async function findMovements(db: Db, binId: number, since: Date): Promise<Movement[]> {
  return db
    .selectFrom('binLoads')
    .select(['at', 'type', 'volume'])
    .where('binId', '=', binId)
    .where('at', '>=', since)
    .execute();
}
