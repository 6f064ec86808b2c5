import { HOUR, MINUTE, type Millis } from '../units.ts';

/**
 * Something that counts once it has existed for an hour, and until it has been over for a time, so
 * that it does not appear or disappear because of a single reading.
 */
export interface Held {
  /** Whether it counts. */
  readonly isHeld: boolean;
  /** If it counts: when it was over, null while it is not over. Otherwise: when it began. */
  readonly since: Millis | null;
}

/** Boards' clocks vary by a few seconds. */
const TOLERANCE = MINUTE;

/** How a reading compares with the limits of something that is tracked. */
export interface LimitsPassed {
  /** It passes the limit at which it starts. */
  readonly isAbove: boolean;
  /** It passes the lower limit at which it ends. */
  readonly isNear: boolean;
}

/**
 * Tracks it from the previous reading to the one at `at`; null if there is nothing to track. A bin that
 * reports less often than every hour needs two readings to start and at least two to end. `endsAfter`, ms:
 * how long it must be over, an hour if not given.
 */
export function hold(
  before: Held | null,
  { isAbove, isNear }: LimitsPassed,
  at: Millis,
  endsAfter = HOUR,
): Held | null {
  if (before === null) return isAbove ? { isHeld: false, since: at } : null;
  const since = before.since ?? at;
  const hasLasted = at - since >= (before.isHeld ? endsAfter : HOUR) - TOLERANCE;
  if (before.isHeld) {
    if (isNear) return { isHeld: true, since: null };
    return hasLasted ? null : { isHeld: true, since };
  }
  if (!isAbove) return null;
  return hasLasted ? { isHeld: true, since: null } : before;
}
