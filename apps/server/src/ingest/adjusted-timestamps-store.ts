import { DAY } from '@granary/domain/units';
import { sql } from 'kysely';
import type { Db, ReadingRow, Trx } from '../platform/postgres/tables.ts';

/** A reading whose timestamp was in the future: the sent and the stored instant, ms. */
export interface AdjustedTimestamp {
  readonly binId: number;
  readonly sentAt: number;
  readonly storedAt: number;
}

/** A bin and an instant (ms). */
export interface BinInstant {
  readonly binId: number;
  readonly at: number;
}

const binIds = (list: readonly { readonly binId: number }[]) => list.map(({ binId }) => binId);
const instants = (list: readonly BinInstant[]) => list.map(({ at }) => new Date(at).toISOString());

/** The bins among these that have adjusted timestamps. */
export async function findBinsWithAdjustments(
  trx: Trx,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as bin (id)
    where exists (select from clock_pairs where bin_id = id)`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The adjusted timestamps of these bins and sent instants. */
export async function findAdjustedTimestamps(
  trx: Trx,
  sent: readonly BinInstant[],
): Promise<AdjustedTimestamp[]> {
  const { rows } = await sql<{ binId: number; sentAt: Date; storedAt: Date }>`
    select pair.* from unnest(
      ${binIds(sent)}::integer[], ${instants(sent)}::timestamptz[]
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
  adjusted: readonly AdjustedTimestamp[],
): Promise<void> {
  await trx
    .insertInto('clockPairs')
    .values(
      adjusted.map(({ binId, sentAt, storedAt }) => ({
        binId,
        sentAt: new Date(sentAt),
        storedAt: new Date(storedAt),
      })),
    )
    .execute();
}

/** Readings by bin and instant. */
export async function findReadingsAt(
  trx: Trx,
  wanted: readonly BinInstant[],
): Promise<ReadingRow[]> {
  const { rows } = await sql<ReadingRow>`
    select readings.* from unnest(
      ${binIds(wanted)}::integer[], ${instants(wanted)}::timestamptz[]
    ) as wanted (bin_id, at)
    join readings on readings.bin_id = wanted.bin_id and readings.at = wanted.at`.execute(trx);
  return rows;
}

/** The instants (ms) at which bins have readings, each from `from` until before `until` (ms). */
export async function findReadingInstants(
  trx: Trx,
  spans: readonly { readonly binId: number; readonly from: number; readonly until: number }[],
): Promise<BinInstant[]> {
  const { rows } = await sql<{ binId: number; at: Date }>`
    select readings.bin_id, readings.at from unnest(
      ${binIds(spans)}::integer[],
      ${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${spans.map(({ until }) => new Date(until).toISOString())}::timestamptz[]
    ) as span (bin_id, since, until)
    join readings on readings.bin_id = span.bin_id
      and readings.at >= span.since and readings.at < span.until`.execute(trx);
  return rows.map(({ binId, at }) => ({ binId, at: at.getTime() }));
}

/** Deletes adjusted timestamps of frames that would be rejected as too old by now. */
export async function deleteOldAdjustments(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('clockPairs')
    .where('storedAt', '<', new Date(now - 400 * DAY))
    .execute();
}
