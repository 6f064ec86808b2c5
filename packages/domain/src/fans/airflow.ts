import type { Reading } from '../readings/reading.ts';

export interface PlenumSettings {
  readonly plenumSensorAttached: boolean;
  readonly fanOnSpeed: number | null;
  readonly fanOffSpeed: number | null;
}

/**
 * Whether the speed of the air in the plenum proves a running or a stopped fan; null without a
 * measurement, or between both speeds.
 */
export function findAirflow(
  { plenumSensorAttached, fanOnSpeed, fanOffSpeed }: PlenumSettings,
  speed: number | null,
): 'moving' | 'still' | null {
  if (!plenumSensorAttached || speed === null) return null;
  if (fanOnSpeed !== null && speed > fanOnSpeed) return 'moving';
  return fanOffSpeed !== null && speed < fanOffSpeed ? 'still' : null;
}

/** The speed of the air in the plenum, of the second one if the first is absent. */
export function plenumSpeed({ scalars }: Pick<Reading, 'scalars'>): number | null {
  return scalars.windSpeed ?? scalars.windSpeedPlenum2;
}
