import { NO_VALUE } from '../units.ts';
import type { SensorGrid } from './reading.ts';
import { depthFromTop } from './sensors.ts';

/*
 * Where the sensors of a bin hang between eave and floor, in rows of sensors: the first hangs below
 * a row of labels, the last a little above the floor. Bin drawings use the same measures, so that a
 * rule and a drawing never disagree on what is under grain.
 */
export const LABEL_ROWS = 0.8;
export const FLOOR_ROWS = 0.24;

/** Where a sensor hangs between eave (0) and floor (1) in a bin of `rows` rows. */
export function relativeDepth(depth: number, rows: number): number {
  return (LABEL_ROWS + depth - 0.5) / (LABEL_ROWS + rows + FLOOR_ROWS);
}

/** Distance of the grain's surface below the eave, in rows, in a bin of `rows` rows. */
export function grainSurfaceRow(percent: number, rows: number): number {
  return (1 - percent / 100) * (LABEL_ROWS + rows + FLOOR_ROWS);
}

/**
 * Whether a sensor's centre is at or below the surface of the grain. `percent` is the load, 0 to
 * 100; null where it is not known: then every sensor counts as under grain.
 */
export function isUnderGrain(percent: number | null, depth: number, rows: number): boolean {
  if (percent === null) return true;
  return percent > 0 && LABEL_ROWS + depth - 0.5 >= grainSurfaceRow(percent, rows);
}

/**
 * A grid without the values of the sensors in the air. `flips[i]` says that sensor 1 of cable i + 1
 * is at the bottom; `percent` as for `isUnderGrain`.
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
