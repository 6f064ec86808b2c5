import { maskAboveGrain, maskReadingAboveGrain } from './grain-level.ts';
import type { Reading, SensorGrid } from './reading.ts';
import type { GetStatus } from './sensors.ts';
import {
  averageHumidity,
  averageTemperature,
  calculateAverage,
  findHottest,
  findWettest,
  type SensorValue,
} from './statistics.ts';

export interface GrainValueInputs {
  readonly reading: Pick<Reading, 'temperatures' | 'humidities'>;
  /** Moisture of each sensor, % wet basis, in the layout of the temperatures. */
  readonly moistures: SensorGrid;
  readonly getStatus: GetStatus;
  /** Whether sensor 1 of cable i + 1 is at the bottom. */
  readonly flips: readonly boolean[];
  /** How full the bin was at the reading, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
}

/**
 * A reading's values in the grain, from enabled sensors under grain only; null if no such sensor has a value.
 */
export interface GrainValues {
  /** °C */
  readonly averageTemperature: number | null;
  /** % */
  readonly averageHumidity: number | null;
  /** % wet basis */
  readonly averageMoisture: number | null;
  readonly hottest: SensorValue | null;
  readonly wettest: SensorValue | null;
}

/** Summarizes the values of a reading in the grain, without the air above it. An empty bin has no values. */
export function summarizeGrain(inputs: GrainValueInputs): GrainValues {
  const { getStatus, flips, fillPercent } = inputs;
  const grain = maskReadingAboveGrain(inputs.reading, flips, fillPercent);
  const moistures = maskAboveGrain(inputs.moistures, flips, fillPercent);
  return {
    averageTemperature: averageTemperature(grain, getStatus),
    averageHumidity: averageHumidity(grain, getStatus),
    averageMoisture: calculateAverage(moistures, getStatus),
    hottest: findHottest(grain, getStatus),
    wettest: findWettest(moistures, getStatus),
  };
}
