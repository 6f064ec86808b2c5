import { DAY, MINUTE, type Millis } from '../units.ts';

/** A clock that is further ahead than this is treated as wrong, ms. */
const MAX_CLOCK_AHEAD = 10 * MINUTE;
/** A reading dated further ahead than this is stored only as raw data, because its time is unknown. */
const MAX_READING_AHEAD = DAY;
/** Older readings are stored only from boards that are marked for import. */
export const MAX_READING_AGE = 400 * DAY;

/** When a reading was taken, or why it is stored only as raw data. */
export type ReadingTime =
  | { readonly kind: 'as-sent'; readonly at: Millis }
  | { readonly kind: 'at-arrival'; readonly at: Millis }
  | { readonly kind: 'raw-only'; readonly reason: 'too-far-ahead' | 'too-old' };

/**
 * Decides when a reading that the board dated `sentAt` was taken. `at-arrival` means that the board's clock
 * is wrong. An import lifts the limit for old readings, not for future ones.
 */
export function resolveReadingTime(frame: {
  readonly sentAt: Millis;
  readonly receivedAt: Millis;
  readonly importAllowed: boolean;
}): ReadingTime {
  const aheadMs = frame.sentAt - frame.receivedAt;
  if (aheadMs > MAX_READING_AHEAD) return { kind: 'raw-only', reason: 'too-far-ahead' };
  if (aheadMs > MAX_CLOCK_AHEAD) return { kind: 'at-arrival', at: frame.receivedAt };
  if (-aheadMs > MAX_READING_AGE && !frame.importAllowed)
    return { kind: 'raw-only', reason: 'too-old' };
  return { kind: 'as-sent', at: frame.sentAt };
}
