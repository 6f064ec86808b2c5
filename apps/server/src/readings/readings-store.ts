import { type BinConditions, restoreConditions } from '@granary/domain/bins/conditions';
import { sql } from 'kysely';
import type { Db, ReadingRow, Trx } from '../platform/postgres/tables.ts';
import { type LevelScalars, levelScalars } from './serialize-reading.ts';

/** A bin's newest reading, null before the first, and the instants of its recent readings (ms). */
export interface LatestReading {
  readonly binId: number;
  /** Newest first. */
  readonly recent: readonly number[];
  readonly row: ReadingRow | null;
  /** The bin's conditions after that reading. */
  readonly conditions: BinConditions;
}

type LatestColumns = Pick<LatestReading, 'binId' | 'recent'> & {
  readonly conditions: BinConditions | null;
};

/** Each bin's newest reading, or null if it has none yet; bins that do not exist are left out. */
export async function findLatest(db: Db, binIds: readonly number[]): Promise<LatestReading[]> {
  const { rows } = await sql<LatestColumns & ReadingRow>`
    select readings.*, latest.bin_id, latest.recent, latest.conditions
    from latest left join readings on readings.bin_id = latest.bin_id and readings.at = latest.at
    where latest.bin_id = any(${binIds})`.execute(db);
  return rows.map(({ recent, conditions, ...row }) => ({
    binId: row.binId,
    recent: recent.map(Number),
    conditions: restoreConditions(conditions),
    row: row.at === null ? null : row,
  }));
}

/** A bin's reading by its page number (0 is the newest); null past the oldest. */
export async function findReadingByNumber(
  db: Db,
  binId: number,
  pageNo: number,
): Promise<ReadingRow | null> {
  const row = await db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .orderBy('at', 'desc')
    .offset(pageNo)
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A bin's newest reading in `[earliestTime, until]`, with its page number: how many readings are newer. */
export async function findReadingAt(
  db: Db,
  binId: number,
  earliestTime: Date,
  until: Date,
): Promise<{ row: ReadingRow; pageNo: number } | null> {
  const row = await db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .where('at', '>=', earliestTime)
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
  return { row, pageNo: Number(newer.count) };
}

/** A bin's newest reading up to each instant, at most a day older; instants without one are left out. */
export async function findReadingsAt(
  db: Db,
  binId: number,
  instants: readonly number[],
): Promise<(ReadingRow & { readonly wanted: Date })[]> {
  const wanted = instants.map((at) => new Date(at));
  const { rows } = await sql<ReadingRow & { readonly wanted: Date }>`
    select wanted.at as wanted, found.* from unnest(${wanted}::timestamptz[]) as wanted (at)
    cross join lateral (
      select * from readings where bin_id = ${binId}
        and at <= wanted.at and at > wanted.at - interval '1 day'
      order by at desc limit 1
    ) found`.execute(db);
  return rows;
}

/** A bin's readings in `[since, end)`, newest first. */
export async function findReadingsBetween(
  db: Db,
  binId: number,
  since: Date,
  end: Date,
): Promise<ReadingRow[]> {
  return db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .where('at', '>=', since)
    .where('at', '<', end)
    .orderBy('at', 'desc')
    .execute();
}

/** The measured levels of a bin since an instant, oldest first. */
export async function findLevelsSince(
  db: Db,
  binId: number,
  since: Date,
): Promise<(LevelScalars & { readonly at: Date })[]> {
  return db
    .selectFrom('readings')
    .select(['at', ...levelScalars])
    .where('binId', '=', binId)
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
}

/**
 * Waits for batches that store readings of these bins, and blocks new ones until the transaction
 * ends. Lock readings before boards, as a batch does.
 */
export async function lockReadings(trx: Trx, binIds: readonly number[]): Promise<void> {
  await sql`
    select from latest where bin_id = any(${binIds}) order by bin_id for update`.execute(trx);
}
