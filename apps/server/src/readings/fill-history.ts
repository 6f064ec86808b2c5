import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import type { Millis } from '@granary/domain/units';
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
    return fill.known ? fill.percent : null;
  };
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
