import { EMPTY_LEDGER, type LedgerTotals } from '@granary/domain/inventory/ledger';
import type { Millis } from '@granary/domain/units';
import type { LedgerStep } from '../../inventory/ledger-store.ts';
import { type LevelScalars, type LevelSettings, loadOf } from '../serialize-reading.ts';

/** How full a bin was at an instant by what it measured then, percent; null where not known. */
export type LoadAt = (at: Millis, scalars: LevelScalars) => number | null;

/** The loads of a bin's past, by its settings of today; `steps` of its ledger from the oldest on. */
export function pastLoads(bin: LevelSettings, steps: readonly LedgerStep[]): LoadAt {
  return (at, scalars) => {
    const load = loadOf(bin, { scalars }, ledgerAt(steps, at));
    return load.known ? load.percent : null;
  };
}

function ledgerAt(steps: readonly LedgerStep[], at: Millis): LedgerTotals {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((steps[middle]?.at.getTime() ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return steps[from - 1] ?? EMPTY_LEDGER;
}
