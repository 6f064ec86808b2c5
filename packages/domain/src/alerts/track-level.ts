import { median } from '../readings/rows.ts';

/** A rise of the level by this many points is a load. */
const LOAD_RISE = 5;
/** The median of this many levels counts, so that one wrong echo of the radar is no load. */
const LEVELS = 3;

/** What the next reading needs to know of the levels before it. */
export interface TrackedLevel {
  /** The newest levels, %, oldest first. */
  readonly recent: readonly number[];
  /** The lowest since the last load, %. */
  readonly lowest: number;
}

/**
 * Follows the fill level, %, of a bin from one reading to the next. `isLoad`: with this reading, it
 * has risen 5 points above the lowest level since the last load. An unknown level changes nothing.
 */
export function trackLevel(
  tracked: TrackedLevel | null,
  percent: number | null,
): { readonly level: TrackedLevel | null; readonly isLoad: boolean } {
  if (percent === null) return { level: tracked, isLoad: false };
  if (tracked === null) return { level: { recent: [percent], lowest: percent }, isLoad: false };
  const recent = [...tracked.recent, percent].slice(-LEVELS);
  // Two values have no median that is free of the wrong one.
  if (recent.length < LEVELS) {
    return { level: { recent, lowest: Math.max(...recent) }, isLoad: false };
  }
  const current = median(recent);
  const isLoad = current - tracked.lowest >= LOAD_RISE;
  const lowest = isLoad ? current : Math.min(tracked.lowest, current);
  return { level: { recent, lowest }, isLoad };
}

/** The level, %, without a wrong echo; null until enough levels are known. */
export function currentLevel(tracked: TrackedLevel | null): number | null {
  return tracked === null || tracked.recent.length < LEVELS ? null : median(tracked.recent);
}
