import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import { type Millis, millis } from '@granary/domain/units';
import type { LedgerStep } from '../inventory/ledger-store.ts';
import type { BinContext } from './bin-context.ts';
import { calculateFill, type LevelScalars, type LevelSettings } from './serialize-reading.ts';

/** The fill level of a bin at an instant, percent, from its measured values; null where unknown. */
export type FillAt = (at: Millis, scalars: LevelScalars) => number | null;

/** A bin with its fill history. */
export interface BinWithFill {
  readonly context: BinContext;
  readonly fillAt: FillAt;
}

/** A bin's past fill levels with its current settings; `steps` of its ledger, oldest first. */
export function createFillHistory(bin: LevelSettings, steps: readonly LedgerStep[]): FillAt {
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
 * The lowest known fill level of each day, newest first, at its end and at the end of the day before:
 * the extremes of a sensor that was above the grain for a part of a day may be those of the air.
 */
export function findLowestFills(days: readonly DayEnd[], fillAt: FillAt): (number | null)[] {
  const levels = days.map(({ lastAt, level }) => fillAt(millis(lastAt.getTime()), level));
  return levels.map((_, index) => {
    const known = levels.slice(index, index + 2).filter((percent) => percent !== null);
    return known.length === 0 ? null : Math.min(...known);
  });
}

function findTotalsAt(steps: readonly LedgerStep[], at: Millis): LedgerTotals {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((steps[middle]?.at.getTime() ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return steps[from - 1] ?? EMPTY_LEDGER;
}
