import { Temporal } from 'temporal-polyfill';
import { toKnownZone } from '../bins/known-zone.ts';
import { type Millis, millis } from '../units.ts';

/** The hours of each day, in the user's time zone, when they are notified of critical alerts only. */
export interface QuietHours {
  /** 'HH:MM'; empty if there are no quiet hours. */
  readonly from: string;
  /** 'HH:MM', exclusive; it may be on the next day. */
  readonly until: string;
  /** An IANA name; UTC if empty. */
  readonly timeZone: string;
}

/** Returns when the quiet hours that include `now` end; null if `now` is not in quiet hours. */
export function findQuietEnd({ from, until, timeZone }: QuietHours, now: Millis): Millis | null {
  if (from === '' || until === '' || from === until) return null;
  const zone = toKnownZone(timeZone || 'UTC');
  const localTime = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const time = localTime.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'floor' });
  const isOvernight = from > until;
  const isQuiet = isOvernight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  const day = localTime.toPlainDate().add({ days: isOvernight && time >= from ? 1 : 0 });
  // A repeated hour is quiet both times.
  const end = day
    .toPlainDateTime(Temporal.PlainTime.from(until))
    .toZonedDateTime(zone, { disambiguation: 'later' });
  return millis(end.epochMilliseconds);
}
