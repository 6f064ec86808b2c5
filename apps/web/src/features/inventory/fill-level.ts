import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { Level } from '../../bin-picture/model.ts';
import type { MeasuredQuantity } from './check-volumes.ts';

export interface FillLevel {
  readonly level: Level;
  /** In the bin's unit; null if unknown. */
  readonly volume: number | null;
}

type FillBin = Pick<Bin, 'loadMethod' | 'size' | 'volume'>;
type LevelReading = Pick<Reading, 'isLevelKnown' | 'fillPercent' | 'loadQuantity'>;

/**
 * Returns how full a bin is, with the percentage and amount from the same source: the ledger or the latest
 * reading.
 */
export function toFillLevel(
  { loadMethod, size, volume }: FillBin,
  reading: LevelReading | null,
): FillLevel {
  if (loadMethod !== 'manual' && reading?.isLevelKnown === true) {
    const { fillPercent: percent, loadQuantity } = reading;
    return { level: { kind: 'known', percent }, volume: loadQuantity };
  }
  if (volume !== null && size !== null && size > 0) {
    const percent = Math.min(100, Math.max(0, (100 * volume) / size));
    return { level: { kind: 'known', percent }, volume };
  }
  return { level: { kind: 'unknown' }, volume };
}

/**
 * Returns the quantity that the level sensor measured; null if unknown or if the fill is calculated from the
 * ledger.
 */
export function toMeasuredQuantity(
  { loadMethod }: Pick<Bin, 'loadMethod'>,
  reading: (LevelReading & Pick<Reading, 'at'>) | null,
): MeasuredQuantity | null {
  if (loadMethod === 'manual' || reading === null || !reading.isLevelKnown) return null;
  const { at, loadQuantity: quantity } = reading;
  return quantity === null ? null : { at, quantity };
}
