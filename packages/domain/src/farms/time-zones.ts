import { toLocalDay } from '../bins/local-day.ts';
import { millis } from '../units.ts';

/** Whether a text names a time zone. A bare offset does not: it has no daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The time zone itself, or UTC where this machine does not know it: readings are stored all the same. */
export function knownZone(timeZone: string): string {
  try {
    toLocalDay(millis(0), timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}
