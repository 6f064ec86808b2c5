import { DAY } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db, ReadingRow, Trx } from '../platform/postgres/tables.ts';

/** The sent and the stored time of a reading whose timestamp was in the future, ms. */
export interface AdjustedTimestamp {
  readonly binId: number;
  readonly sentAt: number;
  readonly storedAt: number;
}

/** A bin and a time (ms). */
export interface BinTime {
  readonly binId: number;
  readonly at: number;
}

const pickBinIds = (list: readonly { readonly binId: number }[]) => list.map(({ binId }) => binId);
const toIsoTimes = (list: readonly BinTime[]) => list.map(({ at }) => new Date(at).toISOString());

/** The given bins that have adjusted timestamps. */
export async function findBinsWithAdjustments(
  trx: Trx,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as bin (id)
    where exists (select from clock_pairs where bin_id = id)`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The adjusted timestamps for the given bins and sent times. */
export async function findAdjustedTimestamps(
  trx: Trx,
  sentTimes: readonly BinTime[],
): Promise<AdjustedTimestamp[]> {
  const { rows } = await sql<{ binId: number; sentAt: Date; storedAt: Date }>`
    select pair.* from unnest(
      ${pickBinIds(sentTimes)}::integer[], ${toIsoTimes(sentTimes)}::timestamptz[]
    ) as sent (bin_id, at)
    join clock_pairs pair on pair.bin_id = sent.bin_id and pair.sent_at = sent.at`.execute(trx);
  return rows.map(({ binId, sentAt, storedAt }) => ({
    binId,
    sentAt: sentAt.getTime(),
    storedAt: storedAt.getTime(),
  }));
}

/** Stores adjusted timestamps. */
export async function insertAdjustedTimestamps(
  trx: Trx,
  timestamps: readonly AdjustedTimestamp[],
): Promise<void> {
  await trx
    .insertInto('clockPairs')
    .values(
      timestamps.map(({ binId, sentAt, storedAt }) => ({
        binId,
        sentAt: new Date(sentAt),
        storedAt: new Date(storedAt),
      })),
    )
    .execute();
}

/** The readings of the given bins at the given times. */
export async function findReadingsAt(trx: Trx, wanted: readonly BinTime[]): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select readings.* from unnest(
      ${pickBinIds(wanted)}::integer[], ${toIsoTimes(wanted)}::timestamptz[]
    ) as wanted (bin_id, at)
    join readings on readings.bin_id = wanted.bin_id and readings.at = wanted.at`.execute(trx);
  return rows;
}

/** The times (ms) of each bin's readings, from `from` until before `until` (ms). */
export async function findReadingTimes(
  trx: Trx,
  spans: readonly { readonly binId: number; readonly from: number; readonly until: number }[],
): Promise<BinTime[]> {
  const { rows } = await sql<{ binId: number; at: Date }>`
    select readings.bin_id, readings.at from unnest(
      ${pickBinIds(spans)}::integer[],
      ${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${spans.map(({ until }) => new Date(until).toISOString())}::timestamptz[]
    ) as span (bin_id, since, until)
    join readings on readings.bin_id = span.bin_id
      and readings.at >= span.since and readings.at < span.until`.execute(trx);
  return rows.map(({ binId, at }) => ({ binId, at: at.getTime() }));
}

/** Deletes adjusted timestamps of frames that would now be rejected as too old. */
export async function deleteOldAdjustments(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('clockPairs')
    .where('storedAt', '<', new Date(now - 400 * DAY))
    .execute();
}
