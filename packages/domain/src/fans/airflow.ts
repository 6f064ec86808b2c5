import type { Reading } from '../readings/reading.ts';

export interface PlenumSettings {
  readonly plenumSensorAttached: boolean;
  readonly fanOnSpeed: number | null;
  readonly fanOffSpeed: number | null;
}

/**
 * Whether the air speed in the plenum proves that the fan is running or stopped; null without a measurement,
 * or between the two speeds.
 */
export function findAirflow(
  { plenumSensorAttached, fanOnSpeed, fanOffSpeed }: PlenumSettings,
  speed: number | null,
): 'moving' | 'still' | null {
  if (!plenumSensorAttached || speed === null) return null;
  if (fanOnSpeed !== null && speed > fanOnSpeed) return 'moving';
  return fanOffSpeed !== null && speed < fanOffSpeed ? 'still' : null;
}

/** The air speed in the plenum; in the second plenum if the first has no value. */
export function getPlenumSpeed({ scalars }: Pick<Reading, 'scalars'>): number | null {
  return scalars.windSpeed ?? scalars.windSpeedPlenum2;
}
