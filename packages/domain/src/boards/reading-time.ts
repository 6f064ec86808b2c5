import { DAY, MINUTE, type Millis } from '../units.ts';

/** Clocks may run this much ahead before they count as wrong. */
const AHEAD_TOLERATED = 10 * MINUTE;
/** Further ahead than this, the instant says nothing about when a reading was taken. */
const AHEAD_BELIEVED = DAY;
/** Older readings are taken only from boards marked for import. */
export const MAX_READING_AGE = 400 * DAY;

/** Where in time a reading belongs, or why it is kept as raw data only. */
export type ReadingTime =
  | { readonly kind: 'as-sent'; readonly at: Millis }
  | { readonly kind: 'at-arrival'; readonly at: Millis }
  | { readonly kind: 'raw-only'; readonly reason: 'too-far-ahead' | 'too-old' };

/**
 * Places a reading whose board says it was taken at `sentAt`. `at-arrival` means that the board's
 * clock is wrong. An import lifts the limit of age, not that of the future.
 */
export function resolveReadingTime(frame: {
  readonly sentAt: Millis;
  readonly receivedAt: Millis;
  readonly importAllowed: boolean;
}): ReadingTime {
  const ahead = frame.sentAt - frame.receivedAt;
  if (ahead > AHEAD_BELIEVED) return { kind: 'raw-only', reason: 'too-far-ahead' };
  if (ahead > AHEAD_TOLERATED) return { kind: 'at-arrival', at: frame.receivedAt };
  if (-ahead > MAX_READING_AGE && !frame.importAllowed)
    return { kind: 'raw-only', reason: 'too-old' };
  return { kind: 'as-sent', at: frame.sentAt };
}
