import { type CableLayout, getCableFlips, getCableSubBins } from '../cables/cable-layout.ts';
import {
  type ComparedSensor,
  compareWithPeers,
  compareWithRows,
  getHotSensorThreshold,
  type HotSensor,
} from '../readings/hot-sensors.ts';
import type { Reading } from '../readings/reading.ts';
import type { RowSettings } from '../readings/rows.ts';
import type { GetStatus } from '../readings/sensors.ts';
import { HYSTERESIS, type TrackedSensor, trackHotSensors } from '../readings/track-hot-sensors.ts';
import { assessCo2, type Co2Risk, type TrackedCo2, trackCo2 } from './co2-risk.ts';
import { type TrackedFinding, trackFindings } from './sustained-findings.ts';

/**
 * Conditions tracked from one reading of a bin to the next, so that no finding appears or disappears because
 * of a single reading.
 */
export interface BinConditions {
  readonly sensors: readonly TrackedSensor[];
  readonly co2: TrackedCo2 | null;
  readonly findings: readonly TrackedFinding[];
}

/** The conditions before the first reading. */
export const NO_CONDITIONS: BinConditions = {
  sensors: [],
  co2: null,
  findings: [],
};

/**
 * Restores stored conditions, including those from an earlier version; `stored` is null if nothing was
 * tracked.
 */
export function restoreConditions(stored: Partial<BinConditions> | null): BinConditions {
  return { ...NO_CONDITIONS, ...stored };
}

/** Whether nothing is tracked, as in most bins. */
export function hasNoConditions({ sensors, co2, findings }: BinConditions): boolean {
  return sensors.length === 0 && co2 === null && findings.length === 0;
}

/** A reading with the settings that its conditions depend on. */
export interface ConditionInputs {
  readonly reading: Pick<Reading, 'temperatures' | 'humidities' | 'scalars' | 'at'>;
  readonly crop: string | null;
  readonly cables: readonly CableLayout[];
  readonly getStatus: GetStatus;
  /** How full the bin was at the reading, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
  /** The bin's `temperature_difference` setting, °C; null if not set. */
  readonly difference: number | null;
}

/** The conditions after a reading, from those before it. Readings come in chronological order. */
export function trackConditions(previous: BinConditions, inputs: ConditionInputs): BinConditions {
  const { at, scalars } = inputs.reading;
  const difference = getHotSensorThreshold(inputs.difference);
  const comparedSensors = compareSensors(inputs, difference - HYSTERESIS);
  const sensors = trackHotSensors(previous.sensors, comparedSensors, { at, difference });
  return {
    sensors,
    // The air in an empty bin does not indicate the condition of any grain.
    co2: inputs.fillPercent === 0 ? null : trackCo2(previous.co2, scalars.co2, at),
    findings: trackFindings(previous.findings, {
      reading: inputs.reading,
      rows: toRowSettings(inputs, inputs.reading),
      crop: inputs.crop,
      isHotSpot: ({ cable, position }) =>
        inputs.getStatus(cable, position) !== 'mute' &&
        sensors.some(
          (sensor) => sensor.isHeld && sensor.cable === cable && sensor.position === position,
        ),
    }),
  };
}

/** The hot sensors of a reading with their values; `conditions` include the reading. */
export function findHotSensors(conditions: BinConditions, inputs: ConditionInputs): HotSensor[] {
  const heldSensors = conditions.sensors.filter(({ isHeld }) => isHeld);
  if (heldSensors.length === 0) return [];
  const { reading } = inputs;
  return compareWithRows(reading.temperatures, toRowSettings(inputs, reading)).filter(
    ({ cable, position }) =>
      heldSensors.some((sensor) => sensor.cable === cable && sensor.position === position),
  );
}

/** The risk that the CO2 of a reading indicates; `conditions` include the reading. */
export function findCo2Risk(
  conditions: BinConditions,
  { scalars }: Pick<Reading, 'scalars'>,
): Co2Risk | null {
  return assessCo2(conditions.co2, scalars.co2);
}

/**
 * Compares the sensors in a reading, or on one of its cables, with the others at their depth; empty if no two
 * sensors differ by `difference`.
 */
export function compareSensors(
  inputs: Pick<ConditionInputs, 'cables' | 'getStatus' | 'fillPercent'> & {
    readonly reading: Pick<Reading, 'temperatures'>;
  },
  difference: number,
  cable?: number,
): ComparedSensor[] {
  const { temperatures } = inputs.reading;
  return compareWithPeers({
    ...toRowSettings(inputs, inputs.reading),
    temperatures,
    difference,
    cable,
  });
}

/** The settings that decide which sensors of a reading are under grain, and in which row. */
export function toRowSettings(
  inputs: Pick<ConditionInputs, 'cables' | 'getStatus' | 'fillPercent'>,
  { temperatures }: Pick<Reading, 'temperatures'>,
): RowSettings {
  const count = temperatures.lengths.length;
  return {
    getStatus: inputs.getStatus,
    flips: getCableFlips(inputs.cables, count),
    subBins: getCableSubBins(inputs.cables, count),
    fillPercent: inputs.fillPercent,
  };
}
