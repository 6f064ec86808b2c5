import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, type LoadType, MIN_VOLUME } from '@granary/contract/inventory/http';

/** Of one unit. */
const STEPS_PER_UNIT = Math.round(1 / MIN_VOLUME);

/** What cannot be so of an entry: the bin would hold too much, or had too little. */
export type LoadExcess =
  | { readonly kind: 'over'; readonly wouldHold: number; readonly size: number }
  | { readonly kind: 'short'; readonly held: number };

/** What cannot be so of a ledger: it comes to more than the bin's size, or to less than nothing. */
export type LedgerExcess =
  | { readonly kind: 'ledgerOver'; readonly amount: number; readonly size: number }
  | { readonly kind: 'ledgerShort'; readonly amount: number };

export interface LedgerContext {
  readonly bin: Pick<Bin, 'loadMethod' | 'size'>;
  readonly loads: readonly BinLoad[];
  /** The entry that is being corrected: what it says now counts no more. */
  readonly edited: BinLoad | null;
}

/**
 * Whether an entry says more than a bin can hold, or takes out more than was in it; volumes in the
 * bin's unit. Of a bin that is measured the ledger need not be whole: there a load counts alone.
 */
export function findLoadExcess(
  // NaN while no number is typed.
  { type, volume }: { readonly type: LoadType; readonly volume: number },
  { bin, loads, edited }: LedgerContext,
): LoadExcess | null {
  const others = loads.filter(({ id }) => id !== edited?.id);
  // At least nothing: a ledger that went below has entries that are missing.
  const held = bin.loadMethod === 'manual' ? Math.max(0, sumSteps(others)) : null;
  if (type === 'unload') {
    const isShort = held !== null && toSteps(volume) > held;
    return isShort ? { kind: 'short', held: toVolume(held) } : null;
  }
  const wouldHold = (held ?? 0) + toSteps(volume);
  const { size } = bin;
  if (size === null || size <= 0) return null;
  return wouldHold > toSteps(size) ? { kind: 'over', wouldHold: toVolume(wouldHold), size } : null;
}

/**
 * What cannot be so of the ledger of a bin that goes by it: the level that it gives is cut to what
 * a bin can hold. A sum below nothing is told without its sign.
 */
export function findLedgerExcess(
  bin: LedgerContext['bin'],
  loads: readonly BinLoad[],
): LedgerExcess | null {
  if (bin.loadMethod !== 'manual') return null;
  const sum = sumSteps(loads);
  if (sum < 0) return { kind: 'ledgerShort', amount: toVolume(-sum) };
  const { size } = bin;
  if (size === null || size <= 0 || sum <= toSteps(size)) return null;
  return { kind: 'ledgerOver', amount: toVolume(sum), size };
}

/** In the steps a volume is written in: whole numbers add up exactly, fractions do not. */
const toSteps = (volume: number) => Math.round(volume * STEPS_PER_UNIT);
const toVolume = (inSteps: number) => inSteps / STEPS_PER_UNIT;

function sumSteps(loads: readonly BinLoad[]): number {
  return loads.reduce(
    (total, { type, volume }) => total + (type === 'load' ? toSteps(volume) : -toSteps(volume)),
    0,
  );
}
