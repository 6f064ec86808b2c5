import { HOUR, MINUTE, type Millis } from '@granary/domain/units';
import type { Behaviour } from './behaviour.ts';
import { clockError } from './clock-error.ts';
import { corruption } from './corruption.ts';
import { reordering } from './reordering.ts';
import { repeats } from './repeats.ts';

/** A clock that is set wrong is ahead of what readers take as it is. */
const AHEAD_MS = HOUR;
const DRIFT_MS_PER_DAY = MINUTE;

/**
 * What a bad line and a bad clock do to frames: one of twenty comes again, one of ten comes late,
 * one of fifty is spoilt; where the clock is wrong it is an hour ahead and gains a minute a day.
 * The same seed and first instant spoil the same frames.
 */
export function lineFaults(seed: number, from: Millis, isClockWrong: boolean): Behaviour[] {
  // Live frames come one by one: each asks chance anew.
  const own = (seed ^ (from / 1000)) >>> 0;
  return [
    ...(isClockWrong ? [clockError(AHEAD_MS, DRIFT_MS_PER_DAY)] : []),
    repeats(own, 0.05),
    reordering(own + 1, 0.1, 6),
    corruption(own + 2, 0.02),
  ];
}
