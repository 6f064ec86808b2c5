import { Temporal } from 'temporal-polyfill';
import { DAY, type Millis, millis } from '../units.ts';

/** A span of time within one calendar day and one UTC offset of a zone. */
export interface DaySpan {
  /** Exclusive end. */
  readonly end: number;
  readonly day: string;
  /** Local time minus UTC, ms. */
  readonly offsetMs: number;
}

/** A zone's cache is cleared once it contains this many days. */
const MAX_CACHED_DAYS = 4096;

/** The calendar days that overlap each UTC day, keyed by zone and UTC day; cached for speed. */
const cache = new Map<string, Map<number, readonly DaySpan[]>>();

/**
 * The calendar day, 'YYYY-MM-DD', at a given time in an IANA time zone.
 *
 * @throws RangeError if the zone is unknown.
 */
export function toLocalDay(at: Millis, timeZone: string): string {
  return findDaySpan(at, timeZone).day;
}

/**
 * The day span that contains a given time in an IANA time zone.
 *
 * @throws RangeError if the zone is unknown.
 */
export function findDaySpan(at: Millis, timeZone: string): DaySpan {
  let days = cache.get(timeZone);
  if (days === undefined) {
    days = new Map();
    cache.set(timeZone, days);
  }
  const utcDay = Math.floor(at / DAY);
  let spans = days.get(utcDay);
  if (spans === undefined) {
    spans = splitUtcDay(utcDay, timeZone);
    if (days.size >= MAX_CACHED_DAYS) days.clear();
    days.set(utcDay, spans);
  }
  for (const span of spans) if (at < span.end) return span;
  throw new RangeError(`No calendar day at ${at}`);
}

/**
 * The start and the exclusive end of a calendar day, 'YYYY-MM-DD', in an IANA time zone.
 *
 * @throws RangeError if the zone is unknown or the day is invalid.
 */
export function getLocalDayBounds(day: string, timeZone: string): { from: Millis; to: Millis } {
  const date = Temporal.PlainDate.from(day);
  const toStart = (plainDate: Temporal.PlainDate) =>
    millis(plainDate.toZonedDateTime(timeZone).epochMilliseconds);
  return { from: toStart(date), to: toStart(date.add({ days: 1 })) };
}

/**
 * Splits a UTC day at local midnight and at each change of offset. Clocks set back across midnight repeat the
 * previous day; clocks set forward can skip midnight.
 */
function splitUtcDay(utcDay: number, timeZone: string): DaySpan[] {
  const end = (utcDay + 1) * DAY;
  const spans: DaySpan[] = [];
  let at = utcDay * DAY;
  while (at < end) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const offsetMs = local.offsetNanoseconds / 1e6;
    const localMs = at + offsetMs;
    const midnight = at + (Math.floor(localMs / DAY) + 1) * DAY - localMs;
    const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? end;
    at = Math.min(end, midnight, change);
    spans.push({ end: at, day: local.toPlainDate().toString(), offsetMs });
  }
  return spans;
}
