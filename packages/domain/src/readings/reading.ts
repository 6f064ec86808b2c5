import type { Millis } from '../units.ts';

/** A bin has at most this many cables. */
export const MAX_CABLES = 8;
/** A cable has at most this many sensors. */
export const MAX_SENSORS = 64;

/**
 * The values of all sensors of a bin, flat, cable after cable. `lengths[i]` is the number of
 * sensors of cable i + 1; `values` holds hundredths (°C or % relative humidity), NO_VALUE where a
 * sensor gave none. Temperatures and humidities of a reading share one `lengths`.
 */
export interface SensorGrid {
  readonly lengths: readonly number[];
  readonly values: Int16Array;
}

/** What a bin reports besides its cables; null where it did not. */
export interface Scalars {
  /** Percent, 0 to 100; a board's 255 is already 100. */
  readonly battery: number | null;
  /** Distance or height in mm, as the level sensor gives it. */
  readonly levelMm: number | null;
  /** ppm */
  readonly co2: number | null;
  /** m/s in the plenum */
  readonly windSpeed: number | null;
  /** Pa in the plenum */
  readonly windPressure: number | null;
  readonly windSpeedPlenum2: number | null;
  readonly windPressurePlenum2: number | null;
  /** °C in the plenum */
  readonly windTemperature: number | null;
  /** °C outdoors (channel 8) */
  readonly ambientTemperature: number | null;
  /** % relative humidity outdoors (channel 8) */
  readonly ambientHumidity: number | null;
  /** Covered sensors of pressure cable 1 */
  readonly pressureX1: number | null;
  /** Covered sensors of pressure cable 2 */
  readonly pressureX2: number | null;
}

/** One report of a bin at one instant. */
export interface Reading {
  readonly at: Millis;
  readonly temperatures: SensorGrid;
  readonly humidities: SensorGrid;
  /** Bus address of each cable as the board sent it: -1 unreadable, null not sent. */
  readonly cableIds: readonly (number | null)[];
  readonly scalars: Scalars;
  readonly anyError: boolean;
  /** The board's clock ran more than ten minutes ahead, so `at` is the time of arrival. */
  readonly clockWrong: boolean;
}
