import { Temporal } from 'temporal-polyfill';
import type { Millis } from '../units.ts';

/** The mail is due from this hour on this day of the week (1 is Monday), in the farm's time zone. */
const WEEKDAY = 1;
const HOUR_OF_DAY = 7;

/**
 * The Monday ('YYYY-MM-DD') whose weekly mail is due for a farm in this time zone, or null. A mail is due for
 * one day from Monday, 7 a.m., so that a server that was down can still send it but never sends an older one.
 *
 * @throws RangeError if the zone is unknown.
 */
export function findDueWeek(now: Millis, timeZone: string): string | null {
  const local = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .subtract({ hours: HOUR_OF_DAY });
  return local.dayOfWeek === WEEKDAY ? local.toPlainDate().toString() : null;
}
