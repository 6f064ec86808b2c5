import { type CropTotal, totalGrain } from './grain-totals.ts';
import type { GrainUnit } from './test-weights.ts';

/** What was loaded into and unloaded from a bin while it held one crop, in `cropUnit`. */
export interface BinMovement {
  /** Null if none was set. */
  readonly crop: string | null;
  readonly cropUnit: GrainUnit;
  readonly loaded: number;
  readonly unloaded: number;
}

/** The amount of a crop, in tonnes if its test weight is known. */
type Amount = Pick<CropTotal, 'bushels' | 'tonnes'>;

/** The amounts of one crop that were loaded and unloaded. */
export interface CropMovement {
  readonly crops: CropTotal['crops'];
  /** Null if nothing was loaded. */
  readonly loaded: Amount | null;
  readonly unloaded: Amount | null;
}

/**
 * Totals the loads and unloads of each crop; grain moved from one bin to another is included in both totals.
 * A crop without a test weight is listed separately in each unit.
 */
export function sumMovementsByCrop(bins: readonly BinMovement[]): CropMovement[] {
  const totalByCrop = (direction: 'loaded' | 'unloaded') =>
    totalGrain(
      bins.map((bin) => ({
        crop: bin.crop,
        cables: [],
        cropUnit: bin.cropUnit,
        volume: bin[direction],
      })),
    ).crops;
  const movements = new Map<string, CropMovement>();
  for (const direction of ['loaded', 'unloaded'] as const) {
    for (const total of totalByCrop(direction)) {
      const key = toKey(total);
      const movement = movements.get(key) ?? { crops: total.crops, loaded: null, unloaded: null };
      movements.set(key, { ...movement, [direction]: total });
    }
  }
  return [...movements.values()];
}

function toKey({ crops, poundsPerBushel, tonnes }: CropTotal): string {
  return JSON.stringify([crops, poundsPerBushel === null && tonnes !== null]);
}
