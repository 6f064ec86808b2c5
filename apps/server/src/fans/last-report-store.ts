import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { LastFanEvent } from './fan-state.ts';

/**
 * The time by which fan reports are ordered: their arrival, because a board sends its reports in order and
 * its clock might be wrong. Imported reports have no arrival and are ordered by their own time. Ties are
 * ordered by ID; `fan_events_in_order` is the index.
 */
export function toOrderTime(eventAlias: string): RawBuilder<Date> {
  return sql`coalesce(${sql.ref(`${eventAlias}.receivedAt`)}, ${sql.ref(`${eventAlias}.at`)})`;
}

/**
 * Caps arrival times at `at`, which is roughly the current time: reports with later times arrived before the
 * clock was set back. Reports with the same arrival time keep the order of their IDs. The caller has locked
 * their boards.
 */
export async function clampFutureArrivalTimes(
  trx: Trx,
  bins: readonly { readonly binId: number; readonly at: Date }[],
): Promise<void> {
  await sql`
    update fan_events event set received_at = newest.at
    from (
      select bin_id, max(at) as at
      from unnest(
        ${bins.map(({ binId }) => binId)}::integer[], ${bins.map(({ at }) => at)}::timestamptz[]
      ) as selected (bin_id, at)
      group by bin_id
    ) newest
    where event.bin_id = newest.bin_id and event.received_at is not null
      and ${toOrderTime('event')} > newest.at`.execute(trx);
}

/** The last fan event that was reported for each bin; bins without reports are omitted. */
export async function findLastFanEvents(
  db: Db,
  binIds: readonly number[],
): Promise<LastFanEvent[]> {
  const { rows } = await sql<LastFanEvent>`
    select newest.bin_id, newest.is_on, first.reported_at, first.at as since
    from unnest(${binIds}::integer[]) as selected (bin_id)
    cross join lateral (
      select bin_id, is_on from fan_events event
      where bin_id = selected.bin_id order by ${toOrderTime('event')} desc, id desc limit 1
    ) newest
    left join lateral (
      select ${toOrderTime('other')} as reported_at, id from fan_events other
      where bin_id = selected.bin_id and is_on <> newest.is_on
      order by ${toOrderTime('other')} desc, id desc limit 1
    ) turned on true
    cross join lateral (
      select at, ${toOrderTime('same')} as reported_at from fan_events same
      where bin_id = selected.bin_id and (
        turned.id is null or (${toOrderTime('same')}, same.id) > (turned.reported_at, turned.id)
      )
      order by ${toOrderTime('same')}, id limit 1
    ) first`.execute(db);
  return rows;
}
