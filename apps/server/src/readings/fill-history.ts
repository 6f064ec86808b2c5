import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import { type Millis, millis } from '@granary/domain/units';
import type { LedgerStep } from '../inventory/ledger-store.ts';
import type { BinContext } from './bin-context.ts';
import { calculateFill, type LevelScalars, type LevelSettings } from './serialize-reading.ts';

/** Calculates a bin's fill level, percent, at a given time from its measured values; null if unknown. */
export type GetFillPercent = (at: Millis, scalars: LevelScalars) => number | null;

/** A bin with its fill history. */
export interface BinWithFill {
  readonly context: BinContext;
  readonly getFillPercent: GetFillPercent;
}

/**
 * Creates a function that calculates a bin's past fill levels from its current settings and the `steps` of
 * its ledger, oldest first.
 */
export function createFillHistory(
  bin: LevelSettings,
  steps: readonly LedgerStep[],
): GetFillPercent {
  return (at, scalars) => {
    const fill = calculateFill(bin, { scalars }, findTotalsAt(steps, at));
    return fill.isKnown ? fill.percent : null;
  };
}

/** The newest reading of a day, and its measured level. */
export interface DayEnd {
  readonly lastAt: Date;
  readonly level: LevelScalars;
}

/**
 * Finds, for each day, newest first, the lower of the known fill levels at its end and at the end of the day
 * before: the extremes of a sensor that was above the grain for part of a day can be those of the air.
 */
export function findLowestFills(
  days: readonly DayEnd[],
  getFillPercent: GetFillPercent,
): (number | null)[] {
  const levels = days.map(({ lastAt, level }) => getFillPercent(millis(lastAt.getTime()), level));
  return levels.map((_, index) => {
    const knownLevels = levels.slice(index, index + 2).filter((percent) => percent !== null);
    return knownLevels.length === 0 ? null : Math.min(...knownLevels);
  });
}

function findTotalsAt(steps: readonly LedgerStep[], at: Millis): LedgerTotals {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle]?.at.getTime() ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? EMPTY_LEDGER;
}
