import { calculateQuantity } from '@granary/domain/inventory/fill-level';
import { EMPTY_LEDGER } from '@granary/domain/inventory/ledger';
import { calculateFill, type LevelScalars, type LevelSettings } from './serialize-reading.ts';

/** The level sensor of a bin; null for one without, or without a size. */
export function createLevelMeter(settings: LevelSettings) {
  const { loadMethod, size } = settings;
  if (loadMethod === 'manual' || size === null) return null;
  return {
    binSize: size,
    /** The quantity in the bin, in the unit of its size; null if it was not measured. */
    measure: (scalars: LevelScalars) =>
      calculateQuantity(size, calculateFill(settings, { scalars }, EMPTY_LEDGER)),
  };
}
