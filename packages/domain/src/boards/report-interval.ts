import { HOUR, type Millis, millis } from '../units.ts';

/** The usual interval is the median of this many gaps between readings. */
export const USUAL_INTERVAL_GAP_COUNT = 10;

/**
 * The usual time between two readings of a bin, ms: the median of its last ten gaps, given oldest
 * first; an hour before the first gap.
 */
export function calculateIntervalFromGaps(lastGapsMs: readonly number[]): number {
  const sorted = lastGapsMs.slice(-USUAL_INTERVAL_GAP_COUNT).sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? HOUR : (lower + upper) / 2;
}

/** The usual time between two readings of a bin, ms, from the times of its newest readings, newest first. */
export function calculateIntervalFromTimes(times: readonly number[]): number {
  const gaps = times.slice(1).map((older, index) => (times[index] ?? older) - older);
  return calculateIntervalFromGaps(gaps.reverse());
}

/** The age, ms, above which a bin has no data: two usual intervals, at least an hour. */
export function getNoDataThreshold(usualIntervalMs: number): number {
  return Math.max(2 * usualIntervalMs, HOUR);
}

/** The time from which a bin that last reported at `lastAt` is overdue. */
export function findOverdueTime(lastAt: Millis, usualIntervalMs: number): Millis {
  return millis(Math.floor(lastAt + getNoDataThreshold(usualIntervalMs)) + 1);
}

/** Whether a bin that last reported at `lastAt` should have reported again by `now`. */
export function isOverdue(now: Millis, lastAt: Millis, usualIntervalMs: number): boolean {
  return now - lastAt > getNoDataThreshold(usualIntervalMs);
}

/**
 * The time without a frame, ms, after which an alert is raised: the setting, but at least two usual
 * intervals.
 */
export function getNoDataAlertDelay(noDataHours: number, usualIntervalMs: number): number {
  return Math.max(noDataHours * HOUR, 2 * usualIntervalMs);
}
