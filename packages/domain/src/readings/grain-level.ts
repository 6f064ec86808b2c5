import { NO_VALUE } from '../units.ts';
import type { SensorGrid } from './reading.ts';
import { depthFromTop } from './sensors.ts';

/*
 * The space above the first row of sensors and below the last, in rows. The bin picture uses the
 * same measures, so that rules and picture agree on which sensors are under grain.
 */
export const LABEL_ROWS = 0.8;
export const FLOOR_ROWS = 0.24;

/** The position of a sensor between eave (0) and floor (1) in a bin of `rows` rows. */
export function relativeDepth(depth: number, rows: number): number {
  return (LABEL_ROWS + depth - 0.5) / (LABEL_ROWS + rows + FLOOR_ROWS);
}

/** How far the grain's surface is below the eave, in rows, in a bin of `rows` rows. */
export function grainSurfaceRow(percent: number, rows: number): number {
  return (1 - percent / 100) * (LABEL_ROWS + rows + FLOOR_ROWS);
}

/**
 * Whether a sensor's center is at or below the surface of the grain. `percent` is the fill level, 0
 * to 100; if it is null (unknown), every sensor counts as under grain.
 */
export function isUnderGrain(percent: number | null, depth: number, rows: number): boolean {
  if (percent === null) return true;
  return percent > 0 && LABEL_ROWS + depth - 0.5 >= grainSurfaceRow(percent, rows);
}

/**
 * A grid without the values of the sensors above the grain. `flips[i]`: sensor 1 of cable i + 1 is
 * at the bottom. `percent` as for `isUnderGrain`.
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
