import { HOUR, type Millis } from '../units.ts';

/** When the newest reading of a bin was taken and arrived. */
export interface TrackedArrival {
  readonly at: Millis;
  readonly arrivedAt: Millis;
  /** Readings in a row, up to this one, that arrived late. */
  readonly late: number;
}

/** A reading that arrives this long after it was taken is late, ms. */
const LATE_THRESHOLD = HOUR;

/**
 * Tracks whether readings arrive late. Readings that a board stored while it could not send arrive closer
 * together than they were taken, so they are not a sign of a slow clock.
 */
export function trackArrival(
  before: TrackedArrival | null,
  { at, arrivedAt }: Pick<TrackedArrival, 'at' | 'arrivedAt'>,
): TrackedArrival | null {
  if (before !== null && at <= before.at) return before;
  if (arrivedAt - at < LATE_THRESHOLD) return { at, arrivedAt, late: 0 };
  const late = before?.late ?? 0;
  const isLive = before === null || (arrivedAt - before.arrivedAt) * 2 >= at - before.at;
  return { at, arrivedAt, late: isLive ? late + 1 : late };
}
