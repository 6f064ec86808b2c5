import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, MIN_VOLUME } from '@granary/contract/inventory/http';
import { MINUTE, type Millis } from '@granary/domain/units';

const STEPS_PER_UNIT = Math.round(1 / MIN_VOLUME);

/** An implausible entry: a load that would overfill the bin, or an unload of more than was in it. */
export type LoadExcess =
  | { readonly kind: 'over'; readonly resultingVolume: number; readonly size: number }
  | { readonly kind: 'short'; readonly available: number };

/** An implausible ledger: its total is above the bin's size or negative. */
export type LedgerExcess =
  | { readonly kind: 'ledgerOver'; readonly amount: number; readonly size: number }
  | { readonly kind: 'ledgerShort'; readonly amount: number };

/** The quantity that the level sensor measured. */
export interface MeasuredQuantity {
  readonly at: Millis;
  /** In the bin's unit. */
  readonly quantity: number;
}

export interface LedgerContext {
  readonly bin: Pick<Bin, 'loadMethod' | 'size'>;
  readonly loads: readonly BinLoad[];
  /** The entry being edited, whose stored volume is ignored. */
  readonly editedLoad: BinLoad | null;
  /** The latest measurement; null if unknown or if the bin has no level sensor. */
  readonly measurement: MeasuredQuantity | null;
}

/**
 * Checks whether a load would overfill the bin or, with a manual ledger, an unload takes out more than was in
 * it; volumes are in the bin's unit. The ledger of a bin with a level sensor can be incomplete, so a load is
 * added to the measured quantity plus the entries since the measurement, which already includes earlier
 * loads.
 */
export function findLoadExcess(
  // `volume` is NaN while the input is not a number.
  { type, volume, at }: Pick<BinLoad, 'type' | 'volume' | 'at'>,
  { bin, loads, editedLoad, measurement }: LedgerContext,
): LoadExcess | null {
  const others = loads.filter(({ id }) => id !== editedLoad?.id);
  // At least 0: a negative total means missing entries.
  const available = bin.loadMethod === 'manual' ? Math.max(0, sumSteps(others)) : null;
  if (type === 'unload') {
    const isShort = available !== null && toSteps(volume) > available;
    return isShort ? { kind: 'short', available: toVolume(available) } : null;
  }
  const resultingSteps =
    (available ?? addEntriesSinceMeasurement(others, at, measurement)) + toSteps(volume);
  const { size } = bin;
  if (size === null || size <= 0) return null;
  return resultingSteps > toSteps(size)
    ? { kind: 'over', resultingVolume: toVolume(resultingSteps), size }
    : null;
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

/** Volumes are added as whole steps, because floating-point sums are not exact. */
const toSteps = (volume: number) => Math.round(volume * STEPS_PER_UNIT);
const toVolume = (steps: number) => steps / STEPS_PER_UNIT;

/**
 * The measured quantity plus the entries since the measurement, in steps; 0 if there is no measurement or it
 * already includes the load.
 */
function addEntriesSinceMeasurement(
  loads: readonly BinLoad[],
  loadAt: Millis,
  latestMeasurement: MeasuredQuantity | null,
): number {
  // Entries are timed to the minute, so one in the minute of the measurement might be later than it.
  const isLater = (at: Millis) => latestMeasurement !== null && at + MINUTE > latestMeasurement.at;
  if (latestMeasurement === null || !isLater(loadAt)) return 0;
  return Math.max(
    0,
    toSteps(latestMeasurement.quantity) + sumSteps(loads.filter(({ at }) => isLater(at))),
  );
}

function sumSteps(loads: readonly BinLoad[]): number {
  return loads.reduce(
    (total, { type, volume }) => total + (type === 'load' ? toSteps(volume) : -toSteps(volume)),
    0,
  );
}
