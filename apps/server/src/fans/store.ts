import type { FanCause } from '@granary/contract/boards/frame';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** A fan that turned on or off, as its board reports it. */
export interface ReportedFanEvent {
  readonly binId: number;
  /** By the board's clock, right or wrong. */
  readonly sentAt: Date;
  readonly at: Date;
  readonly isOn: boolean;
  readonly commandId: string | null;
  /** Whether the fan is locked out; null if the report omits it. */
  readonly lockout: boolean | null;
  readonly causedBy: FanCause;
  /** Identifies the event; null if the board does not identify its events. */
  readonly eventId: string | null;
  readonly receivedAt: Date;
  /** Whether the event belongs to an import of past data. Imported events have no arrival time. */
  readonly isImported: boolean;
}

/** Equal reports from a board with a wrong clock within this time, ms, are treated as one event. */
const REPEAT_MS = 60_000;

/** Stores fan events and returns those that are new; repeats are ignored. */
export async function storeFanEvents(
  trx: Trx,
  events: readonly ReportedFanEvent[],
): Promise<ReportedFanEvent[]> {
  const eventsByContent = new Map(events.map((event) => [toContentKey(event), event]));
  const newEvents: ReportedFanEvent[] = [];
  for (const event of eventsByContent.values())
    if (!(await isRepeated(trx, event))) newEvents.push(event);
  if (newEvents.length === 0) return [];
  const insertedRows = await trx
    .insertInto('fanEvents')
    .values(newEvents.map(toFanEventRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['binId', 'sentAt', 'isOn', 'commandId', 'lockout', 'eventId'])
    .execute();
  const insertedKeys = new Set(insertedRows.map(toContentKey));
  return newEvents.filter((event) => insertedKeys.has(toContentKey(event)));
}

function toFanEventRow({ isImported, lockout, receivedAt, ...event }: ReportedFanEvent) {
  return { ...event, lockout: lockout ?? false, receivedAt: isImported ? null : receivedAt };
}

type FanEventContent = Pick<
  ReportedFanEvent,
  'binId' | 'sentAt' | 'isOn' | 'commandId' | 'lockout' | 'eventId'
>;

/** The fields that are equal in repeats of a report. */
function toContentKey({ binId, sentAt, isOn, commandId, lockout, eventId }: FanEventContent) {
  return JSON.stringify([binId, eventId ?? [sentAt, isOn, commandId, lockout ?? false]]);
}

/**
 * Whether an event from a board with a wrong clock repeats an earlier event; unique indexes catch other
 * repeats.
 */
async function isRepeated(trx: Trx, event: ReportedFanEvent): Promise<boolean> {
  const { binId, sentAt, at, isOn, commandId, lockout, eventId, receivedAt } = event;
  if (eventId !== null || sentAt.getTime() === at.getTime()) return false;
  const since = new Date(receivedAt.getTime() - REPEAT_MS);
  const { rows } = await sql`
    select 1 from fan_events
    where bin_id = ${binId} and sent_at = ${sentAt} and is_on = ${isOn} and lockout = ${lockout ?? false}
      and command_id is not distinct from ${commandId} and received_at > ${since}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** An event at which a fan turned on or off. */
export interface FanSwitch {
  readonly isOn: boolean;
  readonly at: Date;
  /** The time of the previous event, if any. */
  readonly previousAt: Date | null;
}

export interface SwitchesQuery {
  /** Omits events that were followed by another event at or before this time, ms; null omits none. */
  readonly since: number | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of the events that changed the state of a bin's fan, newest first, and their total number. Events
 * that repeat the state are left out.
 */
export async function findFanSwitches(
  db: Db,
  binId: number,
  { since, limit, offset }: SwitchesQuery,
): Promise<{ readonly switches: readonly FanSwitch[]; readonly total: number }> {
  const from = since === null ? null : new Date(since);
  const matches = sql`(
    select * from (
      select is_on, at, sent_at, id, lag(at) over ordered as previous_at, lead(at) over ordered as after
      from (
        select at, sent_at, id, is_on, lag(is_on) over (order by at, sent_at, id) as was_on
        from fan_events where bin_id = ${binId}
      ) events where was_on is distinct from is_on
      window ordered as (order by at, sent_at, id)
    ) turned
    where ${from}::timestamptz is null or after is null or after > ${from}::timestamptz
  )`;
  // The left join returns the count even if the page is empty.
  const { rows } = await sql<(FanSwitch | { at: null }) & { total: number }>`
    with matches as materialized ${matches}
    select page.*, counted.total
    from (select count(*)::int as total from matches) counted
    left join (
      select is_on, at, previous_at, sent_at, id from matches
      order by at desc, sent_at desc, id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.at desc, page.sent_at desc, page.id desc`.execute(db);
  return {
    switches: rows.flatMap((row) => (row.at === null ? [] : row)),
    total: rows[0]?.total ?? 0,
  };
}
