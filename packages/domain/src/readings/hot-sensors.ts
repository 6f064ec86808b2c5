import { NO_VALUE } from '../units.ts';
import type { SensorGrid } from './reading.ts';
import { groupByRow, median, type RowSensor, type RowSettings } from './rows.ts';

/** A sensor that is much warmer than the others at its depth. Cable and position count from 1. */
export interface HotSensor {
  readonly cable: number;
  readonly position: number;
  /** The row, counted from 1 at the top. */
  readonly depth: number;
  /** °C */
  readonly temperature: number;
  /** How much warmer it is than the median at its depth, °C. */
  readonly excess: number;
}

/** A sensor with its difference from the sensors around it. */
export interface ComparedSensor extends HotSensor {
  /** How much warmer it is than the others at its depth and on its cable, °C; see `compareWithPeers`. */
  readonly localExcess: number;
}

export interface HotSensorInputs extends RowSettings {
  readonly temperatures: SensorGrid;
  /** Differences below this, °C, are ignored. */
  readonly difference: number;
  /** The only cable whose sensors are compared; if it is not given, all sensors are. */
  readonly cable?: number | undefined;
}

/** °C; for bins without a `temperature_difference` setting. */
const DEFAULT_THRESHOLD = 5;

/**
 * Returns a bin's threshold for hot sensors, °C; 0 is treated as not set, because it would make most sensors
 * hot.
 */
export function getHotSensorThreshold(setting: number | null): number {
  return setting || DEFAULT_THRESHOLD;
}

/** With fewer sensors at one depth, their median is not meaningful. */
const MIN_PEERS = 3;

/** With fewer sensors above or below on its cable, their median is not meaningful. */
const MIN_NEIGHBORS = 3;
/** Sensors farther away might be in grain from another load. */
const MAX_NEIGHBORS = 7;

/**
 * Calculates how much warmer each sensor under grain is than the median of the enabled sensors at the same
 * depth in its sub-bin. Depths with fewer than three sensors are left out: one reading does not show which of
 * two is right. Sensors above the grain and disabled sensors are left out; so is the top sensor of a cable
 * with more than one, because it follows the headspace, but it is included in the median.
 */
export function compareWithRows(temperatures: SensorGrid, settings: RowSettings): HotSensor[] {
  return groupByRow(temperatures, settings).flatMap((row) =>
    compareWithRow(row).map(({ sensor, excess }) => toHotSensor(sensor, excess)),
  );
}

/**
 * Compares each sensor with its row, as `compareWithRows` does, and with the rest of its cable. Sensors are
 * compared by depth because layers warm and cool with the seasons, and because a cable detects a hot spot
 * only within half a meter (Purdue), so that the other cables do not detect it. For the same reason, a hot
 * spot affects only a part of a cable: an entire cable is warmer than the others near the wall in summer and
 * in the center in winter. The excess of the rest of the cable over the others is subtracted, unless it is
 * unknown. The result is empty if no two sensors differ by `difference`; a sensor with a smaller excess is
 * not compared with its cable.
 */
export function compareWithPeers(inputs: HotSensorInputs): ComparedSensor[] {
  if (!isUneven(inputs)) return [];
  const rows = groupByRow(inputs.temperatures, inputs);
  const cables = groupByCable(rows);
  return rows.flatMap((row) =>
    compareWithRow(row, inputs.cable).map(({ sensor, excess }) => {
      const mayBeHot = excess >= inputs.difference * 100;
      const localExcess = mayBeHot
        ? Math.min(excess, calculateLocalExcess(sensor, row, cables))
        : excess;
      return { ...toHotSensor(sensor, excess), localExcess: localExcess / 100 };
    }),
  );
}

/**
 * Lists the sensors of a row that can be hot, only those of `onlyCable` if given, with each sensor's excess
 * over the row's median, in hundredths.
 */
function compareWithRow(
  row: readonly RowSensor[],
  onlyCable?: number,
): { sensor: RowSensor; excess: number }[] {
  if (row.length < MIN_PEERS) return [];
  const rowMedian = median(row.map(({ hundredths }) => hundredths));
  return row
    .filter(({ cable }) => onlyCable === undefined || cable === onlyCable)
    .filter(({ depth, length }) => depth > 1 || length === 1)
    .map((sensor) => ({ sensor, excess: sensor.hundredths - rowMedian }));
}

function toHotSensor({ cable, position, depth, hundredths }: RowSensor, excess: number): HotSensor {
  return { cable, position, depth, temperature: hundredths / 100, excess: excess / 100 };
}

/** The temperatures of a cable by depth, in hundredths. */
type CableTemperatures = ReadonlyMap<number, number>;

function groupByCable(rows: readonly RowSensor[][]): ReadonlyMap<number, CableTemperatures> {
  const cables = new Map<number, Map<number, number>>();
  for (const { cable, depth, hundredths } of rows.flat()) {
    const temperatureByDepth = cables.get(cable);
    if (temperatureByDepth) temperatureByDepth.set(depth, hundredths);
    else cables.set(cable, new Map([[depth, hundredths]]));
  }
  return cables;
}

/**
 * Calculates how much warmer a sensor is than the others at its depth, minus how much warmer the rest of its
 * cable is than the other cables, in hundredths. Cables are compared in pairs, because a hot spot at another
 * cable shifts the median of its rows.
 */
function calculateLocalExcess(
  { cable, depth, hundredths }: RowSensor,
  row: readonly RowSensor[],
  cables: ReadonlyMap<number, CableTemperatures>,
): number {
  const cableTemperatures = cables.get(cable) ?? new Map<number, number>();
  const nearestFirst = [...cableTemperatures].toSorted(
    ([a], [b]) => Math.abs(a - depth) - Math.abs(b - depth),
  );
  const sides = [
    nearestFirst.filter(([neighbor]) => neighbor < depth),
    nearestFirst.filter(([neighbor]) => neighbor > depth),
  ];
  // Includes the sensor itself, as the median at its depth does.
  return median(
    row.map((other) => {
      const usualDifference = findUsualDifference(sides, cables.get(other.cable) ?? new Map());
      return hundredths - other.hundredths - usualDifference;
    }),
  );
}

/**
 * Finds how much warmer a cable is than another cable, next to one of its sensors, in hundredths; 0 if
 * unknown. `sides` are its depths and temperatures above and below the sensor, nearest first. The larger
 * difference is used, because grain from another load might be on one side.
 */
function findUsualDifference(
  sides: readonly (readonly (readonly [depth: number, hundredths: number])[])[],
  other: CableTemperatures,
): number {
  const differences = sides.map((side) => {
    const sideDifferences: number[] = [];
    for (const [depth, hundredths] of side) {
      const otherHundredths = other.get(depth);
      if (otherHundredths !== undefined) sideDifferences.push(hundredths - otherHundredths);
      if (sideDifferences.length === MAX_NEIGHBORS) break;
    }
    return sideDifferences;
  });
  const completeSides = differences.filter(({ length }) => length >= MIN_NEIGHBORS);
  const allDifferences = differences.flat();
  const groups =
    completeSides.length > 0 || allDifferences.length < MIN_NEIGHBORS
      ? completeSides
      : [allDifferences];
  return groups.length === 0 ? 0 : Math.max(...groups.map(median));
}

/** Whether any two sensors differ enough for one to be hot, which is rare. */
function isUneven({ temperatures, getStatus, difference }: HotSensorInputs): boolean {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let index = 0;
  for (const [column, length] of temperatures.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      const hundredths = temperatures.values[index++] ?? NO_VALUE;
      if (hundredths === NO_VALUE || getStatus(column + 1, position) === 'disable') continue;
      if (hundredths < least) least = hundredths;
      if (hundredths > greatest) greatest = hundredths;
    }
  }
  return greatest - least >= difference * 100;
}
