import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, type LoadType, MIN_VOLUME } from '@granary/contract/inventory/http';

/** Of one unit. */
const STEPS = Math.round(1 / MIN_VOLUME);

/** What cannot be so of an entry: the bin would hold too much, or had too little. */
export type LoadExcess =
  | { readonly kind: 'over'; readonly wouldHold: number; readonly size: number }
  | { readonly kind: 'short'; readonly held: number };

export interface LedgerBeside {
  readonly bin: Pick<Bin, 'loadMethod' | 'size'>;
  readonly loads: readonly BinLoad[];
  /** The entry that is being corrected: what it says now counts no more. */
  readonly edited: BinLoad | null;
}

/**
 * Whether an entry says more than a bin can hold, or takes out more than was in it; volumes in the
 * bin's unit. Of a bin that is measured the ledger need not be whole: there a load counts alone.
 */
export function loadExcess(
  // NaN while no number is typed.
  { type, volume }: { readonly type: LoadType; readonly volume: number },
  { bin, loads, edited }: LedgerBeside,
): LoadExcess | null {
  const others = loads.filter(({ id }) => id !== edited?.id);
  const held = bin.loadMethod === 'manual' ? stepsIn(others) : null;
  if (type === 'unload') {
    const isShort = held !== null && steps(volume) > held;
    return isShort ? { kind: 'short', held: volumeOf(held) } : null;
  }
  const wouldHold = (held ?? 0) + steps(volume);
  const { size } = bin;
  if (size === null || size <= 0) return null;
  return wouldHold > steps(size) ? { kind: 'over', wouldHold: volumeOf(wouldHold), size } : null;
}

/** In the steps a volume is written in: whole numbers add up exactly, fractions do not. */
const steps = (volume: number) => Math.round(volume * STEPS);
const volumeOf = (inSteps: number) => inSteps / STEPS;

/** At least nothing: a ledger that went below has entries that are missing. */
function stepsIn(loads: readonly BinLoad[]): number {
  const sum = loads.reduce(
    (total, { type, volume }) => total + (type === 'load' ? steps(volume) : -steps(volume)),
    0,
  );
  return Math.max(0, sum);
}
