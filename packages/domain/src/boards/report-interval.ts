import { HOUR, type Millis } from '../units.ts';

/** How many gaps between readings the usual interval looks back on. */
export const USUAL_INTERVAL_GAPS = 10;

/**
 * The time, ms, a bin usually leaves between two readings: the median of its last ten gaps, given
 * oldest first; an hour until there is one.
 */
export function calculateUsualInterval(lastGapsMs: readonly number[]): number {
  const sorted = lastGapsMs.slice(-USUAL_INTERVAL_GAPS).sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? HOUR : (lower + upper) / 2;
}

/** The age, ms, past which the newest reading of a bin is too old: two usual intervals, or an hour. */
export function noDataAfter(usualIntervalMs: number): number {
  return Math.max(2 * usualIntervalMs, HOUR);
}

/** Whether a bin that spoke last at `lastAt` should have spoken again by `now`. */
export function isOverdue(now: Millis, lastAt: Millis, usualIntervalMs: number): boolean {
  return now - lastAt > noDataAfter(usualIntervalMs);
}
