import type { Millis } from '../units.ts';
import type { Scalars } from './scalars.ts';

/** The maximum number of cables in a bin. */
export const MAX_CABLES = 8;
/** The maximum number of sensors on a cable. */
export const MAX_SENSORS = 64;

/**
 * The values of all sensors of a bin in one array, cable by cable. `lengths[i]` is the number of sensors of
 * cable i + 1; `values` contains hundredths (°C or % relative humidity), NO_VALUE for a sensor without a
 * value. A reading's temperatures and humidities share the same `lengths`.
 */
export interface SensorGrid {
  readonly lengths: readonly number[];
  readonly values: Int16Array;
}

/** The grid of a bin without cables. */
export const EMPTY_GRID: SensorGrid = { lengths: [], values: new Int16Array() };

/** One report from a bin at one time. */
export interface Reading {
  readonly at: Millis;
  readonly temperatures: SensorGrid;
  readonly humidities: SensorGrid;
  /** The bus address of each cable as the board sent it: -1 if unreadable, null if not sent. */
  readonly cableIds: readonly (number | null)[];
  readonly scalars: Scalars;
  readonly anyError: boolean;
  /** Whether the board's clock was more than ten minutes ahead, so that `at` is the time of arrival. */
  readonly clockWrong: boolean;
}
