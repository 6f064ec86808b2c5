import { NO_VALUE } from '../units.ts';
import type { Reading, SensorGrid } from './reading.ts';
import { depthFromTop } from './sensors.ts';

/*
 * The sensors of the longest cable divide the bin's height evenly: each is in the middle of its
 * layer. Shorter cables hang from the top with the same spacing.
 */

/** Returns how far below the eave a sensor is, as a fraction of the height of a bin with `rows` rows. */
export function toRelativeDepth(depth: number, rows: number): number {
  return (depth - 0.5) / rows;
}

/**
 * Whether a sensor is at or below the grain surface. `percent` is the fill level, 0 to 100; if it is null
 * (unknown), every sensor is treated as under grain. In an empty bin, no sensor is under grain.
 */
export function isUnderGrain(percent: number | null, depth: number, rows: number): boolean {
  if (percent === null) return true;
  // Compared in tenths of a percent, to which levels are rounded, so that a sensor at the surface is treated
  // as under grain.
  return percent > 0 && (2 * depth - 1) * 500 >= (1_000 - Math.round(percent * 10)) * rows;
}

/**
 * Returns the grid without the values of sensors above the grain. `flips[i]`: whether sensor 1 of cable i + 1
 * is at the bottom. `percent` has the same meaning as in `isUnderGrain`.
 */
export function maskAboveGrain(
  grid: SensorGrid,
  flips: readonly boolean[],
  percent: number | null,
): SensorGrid {
  if (percent === null) return grid;
  const rows = Math.max(0, ...grid.lengths);
  const values = grid.values.slice();
  let index = 0;
  for (const [cable, length] of grid.lengths.entries()) {
    for (let position = 1; position <= length; position++, index++) {
      const depth = depthFromTop(position, length, flips[cable] ?? false);
      if (!isUnderGrain(percent, depth, rows)) values[index] = NO_VALUE;
    }
  }
  return { lengths: grid.lengths, values };
}

/**
 * Returns the reading with only its temperatures and humidities under grain; the parameters are those of
 * `maskAboveGrain`.
 */
export function maskReadingAboveGrain<R extends Pick<Reading, 'temperatures' | 'humidities'>>(
  reading: R,
  flips: readonly boolean[],
  percent: number | null,
): R {
  if (percent === null) return reading;
  return {
    ...reading,
    temperatures: maskAboveGrain(reading.temperatures, flips, percent),
    humidities: maskAboveGrain(reading.humidities, flips, percent),
  };
}
