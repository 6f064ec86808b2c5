import { sql, type Transaction } from 'kysely';
import type { ReadingRow, Tables } from '../platform/postgres/tables.ts';

/** A frame of a clock that ran ahead: its bin, the instant (ms) it named, and where it stands. */
export interface ClockPair {
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

/** Those of the bins whose clocks ever ran ahead. */
export async function findBinsWithPairs(
  trx: Transaction<Tables>,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::integer[]) as bin (id)
    where exists (select from clock_pairs where bin_id = id)`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The pairs kept for these bins and instants as sent. */
export async function findPairs(
  trx: Transaction<Tables>,
  sent: readonly BinInstant[],
): Promise<ClockPair[]> {
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

/** Keeps pairs that are new. */
export async function insertPairs(
  trx: Transaction<Tables>,
  pairs: readonly ClockPair[],
): Promise<void> {
  await trx
    .insertInto('clockPairs')
    .values(
      pairs.map(({ binId, sentAt, storedAt }) => ({
        ...{ binId, sentAt: new Date(sentAt), storedAt: new Date(storedAt) },
      })),
    )
    .execute();
}

/** Readings by bin and instant. */
export async function findReadings(
  trx: Transaction<Tables>,
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
export async function findInstants(
  trx: Transaction<Tables>,
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
