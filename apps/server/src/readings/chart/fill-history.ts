import type { Millis } from '@granary/domain/units';
import {
  EMPTY_LEDGER,
  type Ledger,
  type LevelScalars,
  type LevelSettings,
  loadOf,
} from '../serialize-reading.ts';

/** A ledger from one of its entries on, until the next. */
export interface LedgerStep extends Ledger {
  readonly at: Date;
}

/** How full a bin was at an instant by what it measured then, percent; null where not known. */
export type LoadAt = (at: Millis, scalars: LevelScalars) => number | null;

/** The loads of a bin's past, by its settings of today; `steps` of its ledger from the oldest on. */
export function pastLoads(bin: LevelSettings, steps: readonly LedgerStep[]): LoadAt {
  return (at, scalars) => {
    const load = loadOf(bin, { scalars }, ledgerAt(steps, at));
    return load.known ? load.percent : null;
  };
}

function ledgerAt(steps: readonly LedgerStep[], at: Millis): Ledger {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((steps[middle]?.at.getTime() ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return steps[from - 1] ?? EMPTY_LEDGER;
}
