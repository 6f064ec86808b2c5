import { HOUR, MINUTE, type Millis } from '../units.ts';

/**
 * A condition that takes effect once it has lasted an hour, and stays in effect until it has been over for
 * some time, so that a single reading does not make it appear or disappear.
 */
export interface TrackedCondition {
  /** Whether it is in effect. */
  readonly isHeld: boolean;
  /**
   * If in effect: when readings stopped passing the end limit, or null if they still pass it. Otherwise:
   * when they first passed the start limit.
   */
  readonly since: Millis | null;
}

/** Board clocks drift by a few seconds. */
const TOLERANCE = MINUTE;

/** How a reading compares with the limits of a tracked condition. */
export interface LimitComparison {
  /** The reading passes the limit at which the condition starts. */
  readonly passesStartLimit: boolean;
  /** The reading passes the looser limit that keeps the condition in effect. */
  readonly passesEndLimit: boolean;
}

/**
 * Tracks a condition from the previous reading to the one at `at`; returns null if there is nothing to track.
 * If a bin reports less than once an hour, the condition needs two readings to start and at least two to end.
 * `endsAfter`, ms, is how long readings must fail the end limit before the condition ends; an hour by
 * default.
 */
export function trackCondition(
  previous: TrackedCondition | null,
  { passesStartLimit, passesEndLimit }: LimitComparison,
  at: Millis,
  endsAfter = HOUR,
): TrackedCondition | null {
  if (previous === null) return passesStartLimit ? { isHeld: false, since: at } : null;
  const since = previous.since ?? at;
  const hasLasted = at - since >= (previous.isHeld ? endsAfter : HOUR) - TOLERANCE;
  if (previous.isHeld) {
    if (passesEndLimit) return { isHeld: true, since: null };
    return hasLasted ? null : { isHeld: true, since };
  }
  if (!passesStartLimit) return null;
  return hasLasted ? { isHeld: true, since: null } : previous;
}
