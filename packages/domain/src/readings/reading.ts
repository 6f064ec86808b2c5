import type { Millis } from '../units.ts';
import type { Scalars } from './scalars.ts';

/** A bin has at most this many cables. */
export const MAX_CABLES = 8;
/** A cable has at most this many sensors. */
export const MAX_SENSORS = 64;

/**
 * The values of all sensors of a bin, flat, cable after cable. `lengths[i]` is the number of
 * sensors of cable i + 1; `values` holds hundredths (°C or % relative humidity), NO_VALUE for a
 * sensor without a value. Temperatures and humidities of a reading share one `lengths`.
 */
export interface SensorGrid {
  readonly lengths: readonly number[];
  readonly values: Int16Array;
}

/** The grid of a bin without cables. */
export const EMPTY_GRID: SensorGrid = { lengths: [], values: new Int16Array() };

/** One report from a bin at one instant. */
export interface Reading {
  readonly at: Millis;
  readonly temperatures: SensorGrid;
  readonly humidities: SensorGrid;
  /** Bus address of each cable as the board sent it: -1 unreadable, null not sent. */
  readonly cableIds: readonly (number | null)[];
  readonly scalars: Scalars;
  readonly anyError: boolean;
  /** The board's clock was more than ten minutes ahead, so `at` is the time of arrival. */
  readonly clockWrong: boolean;
}
