import { median } from '../readings/rows.ts';
import type { Millis } from '../units.ts';

/** A rise in the fill level of this many percentage points counts as a load. */
const LOAD_RISE = 5;
/** The median of this many levels is used, so that one false echo is not mistaken for a load. */
const LEVEL_COUNT = 3;

/** The earlier levels that are needed to evaluate the next reading. */
export interface TrackedLevel {
  /** The newest levels, %, oldest first. */
  readonly recent: readonly number[];
  /** The lowest since the last load, %. */
  readonly lowest: number;
  /**
   * When the newest levels were measured. State stored by earlier versions lacks some or all of these times.
   */
  readonly times?: readonly Millis[];
}

/** The level of a bin, %, at a given time. */
export interface FilteredLevel {
  readonly percent: number;
  /** When it was measured; a later change might not be visible yet. */
  readonly at: Millis;
  /**
   * When the oldest level in the median was measured; a rise and a fall since then can cancel each other out.
   */
  readonly since: Millis;
}

/**
 * Tracks the fill level, %, of a bin from one reading to the next. `isLoad` is true if this reading puts the
 * level at least 5 percentage points above the lowest level since the last load. An unknown level changes
 * nothing.
 */
export function trackLevel(
  tracked: TrackedLevel | null,
  percent: number | null,
  at: Millis,
): { readonly level: TrackedLevel | null; readonly isLoad: boolean } {
  if (percent === null) return { level: tracked, isLoad: false };
  const times = [...(tracked?.times ?? []), at].slice(-LEVEL_COUNT);
  if (tracked === null) {
    return { level: { recent: [percent], lowest: percent, times }, isLoad: false };
  }
  const recent = [...tracked.recent, percent].slice(-LEVEL_COUNT);
  // The median of two values is their mean, which a single outlier would distort.
  if (recent.length < LEVEL_COUNT) {
    return { level: { recent, lowest: Math.max(...recent), times }, isLoad: false };
  }
  const currentMedian = median(recent);
  const isLoad = currentMedian - tracked.lowest >= LOAD_RISE;
  const lowest = isLoad ? currentMedian : Math.min(tracked.lowest, currentMedian);
  return { level: { recent, lowest, times }, isLoad };
}

/**
 * The level without the effect of a wrong echo; null until enough levels are known. It is the level at the
 * second newest reading: a median of three shows a change once two of them do.
 */
export function getCurrentLevel(tracked: TrackedLevel | null): FilteredLevel | null {
  if (tracked === null || tracked.recent.length < LEVEL_COUNT) return null;
  const [since, at, newest] = tracked.times ?? [];
  if (since === undefined || at === undefined || newest === undefined) return null;
  return { percent: median(tracked.recent), at, since };
}
