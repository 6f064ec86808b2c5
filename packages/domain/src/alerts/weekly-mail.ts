import { Temporal } from 'temporal-polyfill';
import type { Millis } from '../units.ts';

/** The mail is written on this day of the week (1 is Monday) from this hour, in the farm's zone. */
const WEEKDAY = 1;
const HOUR_OF_DAY = 7;

/**
 * The Monday, 'YYYY-MM-DD', whose mail about a farm in the zone is due: from Monday at 7 a.m. for one day, so
 * that a server that was down still sends it, but no older mail. Null at other times.
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
