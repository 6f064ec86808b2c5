import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, type LoadType, MIN_VOLUME } from '@granary/contract/inventory/http';

/** Of one unit. */
const STEPS = Math.round(1 / MIN_VOLUME);

/** What cannot be so of an entry: the bin would hold too much, or had too little. */
export type LoadExcess =
  | { readonly kind: 'over'; readonly wouldHold: number; readonly size: number }
  | { readonly kind: 'short'; readonly held: number };

/** What cannot be so of a ledger: it comes to more than the bin's size, or to less than nothing. */
export type LedgerExcess =
  | { readonly kind: 'ledgerOver'; readonly amount: number; readonly size: number }
  | { readonly kind: 'ledgerShort'; readonly amount: number };

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
  // At least nothing: a ledger that went below has entries that are missing.
  const held = bin.loadMethod === 'manual' ? Math.max(0, stepsIn(others)) : null;
  if (type === 'unload') {
    const isShort = held !== null && steps(volume) > held;
    return isShort ? { kind: 'short', held: volumeOf(held) } : null;
  }
  const wouldHold = (held ?? 0) + steps(volume);
  const { size } = bin;
  if (size === null || size <= 0) return null;
  return wouldHold > steps(size) ? { kind: 'over', wouldHold: volumeOf(wouldHold), size } : null;
}

/**
 * What cannot be so of the ledger of a bin that goes by it: the level that it gives is cut to what
 * a bin can hold. A sum below nothing is told without its sign.
 */
export function ledgerExcess(
  bin: LedgerBeside['bin'],
  loads: readonly BinLoad[],
): LedgerExcess | null {
  if (bin.loadMethod !== 'manual') return null;
  const sum = stepsIn(loads);
  if (sum < 0) return { kind: 'ledgerShort', amount: volumeOf(-sum) };
  const { size } = bin;
  if (size === null || size <= 0 || sum <= steps(size)) return null;
  return { kind: 'ledgerOver', amount: volumeOf(sum), size };
}

/** In the steps a volume is written in: whole numbers add up exactly, fractions do not. */
const steps = (volume: number) => Math.round(volume * STEPS);
const volumeOf = (inSteps: number) => inSteps / STEPS;

function stepsIn(loads: readonly BinLoad[]): number {
  return loads.reduce(
    (total, { type, volume }) => total + (type === 'load' ? steps(volume) : -steps(volume)),
    0,
  );
}
