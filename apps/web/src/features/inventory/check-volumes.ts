import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, type LoadType, MIN_VOLUME } from '@granary/contract/inventory/http';

const STEPS_PER_UNIT = Math.round(1 / MIN_VOLUME);

/** An implausible entry: more than the bin can hold, or more than was in it. */
export type LoadExcess =
  | { readonly kind: 'over'; readonly wouldHold: number; readonly size: number }
  | { readonly kind: 'short'; readonly available: number };

/** An implausible ledger: its total is above the bin's size or negative. */
export type LedgerExcess =
  | { readonly kind: 'ledgerOver'; readonly amount: number; readonly size: number }
  | { readonly kind: 'ledgerShort'; readonly amount: number };

export interface LedgerContext {
  readonly bin: Pick<Bin, 'loadMethod' | 'size'>;
  readonly loads: readonly BinLoad[];
  /** The entry being edited, whose stored volume is ignored. */
  readonly edited: BinLoad | null;
}

/**
 * Checks whether an entry exceeds the bin's size, or unloads more than was in it; volumes in the
 * bin's unit. The ledger of a bin with a level sensor may be incomplete, so there a load is checked
 * alone.
 */
export function findLoadExcess(
  // NaN while the input is not a number.
  { type, volume }: { readonly type: LoadType; readonly volume: number },
  { bin, loads, edited }: LedgerContext,
): LoadExcess | null {
  const others = loads.filter(({ id }) => id !== edited?.id);
  // At least 0: a negative total means missing entries.
  const available = bin.loadMethod === 'manual' ? Math.max(0, sumSteps(others)) : null;
  if (type === 'unload') {
    const isShort = available !== null && toSteps(volume) > available;
    return isShort ? { kind: 'short', available: toVolume(available) } : null;
  }
  const wouldHold = (available ?? 0) + toSteps(volume);
  const { size } = bin;
  if (size === null || size <= 0) return null;
  return wouldHold > toSteps(size) ? { kind: 'over', wouldHold: toVolume(wouldHold), size } : null;
}

/**
 * Checks the ledger of a bin whose level is calculated from it. A negative total is returned as a
 * positive amount.
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

/** Volumes are added as whole steps, because fractions do not add up exactly. */
const toSteps = (volume: number) => Math.round(volume * STEPS_PER_UNIT);
const toVolume = (inSteps: number) => inSteps / STEPS_PER_UNIT;

function sumSteps(loads: readonly BinLoad[]): number {
  return loads.reduce(
    (total, { type, volume }) => total + (type === 'load' ? toSteps(volume) : -toSteps(volume)),
    0,
  );
}
