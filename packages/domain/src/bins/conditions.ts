import { type CableLayout, cableFlips, cableSubBins } from '../cables/cable-layout.ts';
import { compareWithPeers, type HotSensor, hotSensorThreshold } from '../readings/hot-sensors.ts';
import type { Reading } from '../readings/reading.ts';
import type { GetStatus } from '../readings/sensors.ts';
import { HYSTERESIS, type TrackedSensor, trackHotSensors } from '../readings/track-hot-sensors.ts';
import { assessCo2, type Co2Risk, type TrackedCo2, trackCo2 } from './co2-risk.ts';

/**
 * What is followed from one reading of a bin to the next, so that no finding comes or goes by a
 * single reading.
 */
export interface BinConditions {
  readonly sensors: readonly TrackedSensor[];
  readonly co2: TrackedCo2 | null;
}

/** The conditions before the first reading. */
export const NO_CONDITIONS: BinConditions = { sensors: [], co2: null };

/** A reading with the settings that its hot sensors depend on. */
export interface ConditionInputs {
  readonly reading: Pick<Reading, 'temperatures' | 'scalars' | 'at'>;
  readonly cables: readonly CableLayout[];
  readonly getStatus: GetStatus;
  /** How full the bin was at the reading, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
  /** The bin's `temperature_difference` setting, °C; null if not set. */
  readonly difference: number | null;
}

/** The conditions after a reading, from those before it. Readings are followed in order of time. */
export function trackConditions(before: BinConditions, inputs: ConditionInputs): BinConditions {
  const { at, scalars } = inputs.reading;
  const difference = hotSensorThreshold(inputs.difference);
  const compared = compareSensors(inputs, difference - HYSTERESIS);
  return {
    sensors: trackHotSensors(before.sensors, compared, { at, difference }),
    co2: trackCo2(before.co2, scalars.co2, at),
  };
}

/** The hot sensors of a reading with their values; `conditions` include the reading. */
export function findHotSensors(conditions: BinConditions, inputs: ConditionInputs): HotSensor[] {
  const hot = conditions.sensors.filter(({ isHot }) => isHot);
  if (hot.length === 0) return [];
  return compareSensors(inputs, 0).filter(({ cable, position }) =>
    hot.some((sensor) => sensor.cable === cable && sensor.position === position),
  );
}

/** The risk that the CO2 of a reading shows; `conditions` include the reading. */
export function findCo2Risk(
  conditions: BinConditions,
  { at, scalars }: Pick<Reading, 'scalars' | 'at'>,
): Co2Risk | null {
  return assessCo2(conditions.co2, scalars.co2, at);
}

/** Compares the sensors of a reading with those at their depth; empty if they differ by less. */
export function compareSensors(
  inputs: Pick<ConditionInputs, 'cables' | 'getStatus' | 'fillPercent'> & {
    readonly reading: Pick<Reading, 'temperatures'>;
  },
  difference: number,
): HotSensor[] {
  const { temperatures } = inputs.reading;
  const count = temperatures.lengths.length;
  return compareWithPeers({
    temperatures,
    getStatus: inputs.getStatus,
    flips: cableFlips(inputs.cables, count),
    subBins: cableSubBins(inputs.cables, count),
    fillPercent: inputs.fillPercent,
    difference,
  });
}
