import { Temporal } from 'temporal-polyfill';
import { DAY, type Millis, millis } from '../units.ts';

/** A stretch of time within one calendar day and one offset of a zone. */
interface Stretch {
  /** Exclusive end. */
  readonly end: number;
  readonly day: string;
}

/** Beyond this many days a zone's table is thrown away and begun again. */
const DAYS_KEPT = 4096;

/** Per zone, the calendar days that each day of UTC touches: pure results, kept for speed. */
const zones = new Map<string, Map<number, readonly Stretch[]>>();

/**
 * The calendar day, 'YYYY-MM-DD', of an instant in an IANA time zone.
 *
 * @throws RangeError where the zone is not known.
 */
export function toLocalDay(at: Millis, timeZone: string): string {
  let days = zones.get(timeZone);
  if (days === undefined) {
    days = new Map();
    zones.set(timeZone, days);
  }
  const utcDay = Math.floor(at / DAY);
  let stretches = days.get(utcDay);
  if (stretches === undefined) {
    stretches = stretchesOf(utcDay, timeZone);
    if (days.size >= DAYS_KEPT) days.clear();
    days.set(utcDay, stretches);
  }
  for (const stretch of stretches) if (at < stretch.end) return stretch.day;
  throw new RangeError(`No calendar day at ${at}`);
}

/**
 * From when until when (exclusive) a calendar day, 'YYYY-MM-DD', is in an IANA time zone.
 *
 * @throws RangeError where the zone or the day is not known.
 */
export function localDayBounds(day: string, timeZone: string): { from: Millis; to: Millis } {
  const date = Temporal.PlainDate.from(day);
  const start = (of: Temporal.PlainDate) => millis(of.toZonedDateTime(timeZone).epochMilliseconds);
  return { from: start(date), to: start(date.add({ days: 1 })) };
}

/**
 * Cuts a day of UTC where the zone has midnight and where it changes its offset: clocks put back
 * across midnight make the day before come twice, clocks put forward may leave midnight out.
 */
function stretchesOf(utcDay: number, timeZone: string): Stretch[] {
  const end = (utcDay + 1) * DAY;
  const stretches: Stretch[] = [];
  let at = utcDay * DAY;
  while (at < end) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const wall = at + local.offsetNanoseconds / 1e6;
    const midnight = at + (Math.floor(wall / DAY) + 1) * DAY - wall;
    const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? end;
    at = Math.min(end, midnight, change);
    stretches.push({ end: at, day: local.toPlainDate().toString() });
  }
  return stretches;
}
