import { NO_VALUE } from '../units.ts';
import type { SensorGrid } from './reading.ts';
import { groupByRow, median, type RowSensor, type RowSettings } from './rows.ts';

/** A sensor that is much warmer than the others at its depth. Cable and position count from 1. */
export interface HotSensor {
  readonly cable: number;
  readonly position: number;
  /** The row from the top, from 1. */
  readonly depth: number;
  /** °C */
  readonly temperature: number;
  /** How far above the median of its depth it is, °C. */
  readonly excess: number;
}

/** A sensor of a reading with its difference from the sensors around it. */
export interface ComparedSensor extends HotSensor {
  /** How far above the others at its depth and on its cable it is, °C; see `compareWithPeers`. */
  readonly localExcess: number;
}

export interface HotSensorInputs extends RowSettings {
  readonly temperatures: SensorGrid;
  /** Differences below this, °C, are of no interest. */
  readonly difference: number;
}

/** °C; for bins without a `temperature_difference` setting. */
const DEFAULT_THRESHOLD = 5;

/** The threshold of a bin, °C; 0 counts as not set, because it would make most sensors hot. */
export function hotSensorThreshold(setting: number | null): number {
  return setting || DEFAULT_THRESHOLD;
}

/** With fewer sensors at one depth, their median is not meaningful. */
const MIN_PEERS = 3;

/** With fewer sensors above or below on its cable, their median is not meaningful. */
const MIN_NEIGHBORS = 3;
/** Sensors farther away may be in grain of another load. */
const MAX_NEIGHBORS = 7;

/**
 * How far each sensor under grain is above the median of the enabled sensors at the same depth of its
 * sub-bin. Depths are compared because layers warm and cool with the seasons, and because a cable
 * detects a hot spot only within half a meter (Purdue), so the other cables at that depth do not.
 * For the same reason a hot spot is only a part of its cable: all of a cable is warmer than the others
 * near the wall in summer and in the center in winter. What the rest of the cable is above its depths
 * is subtracted, unless that is unknown. Another sub-bin may hold other grain. Depths with fewer
 * than three sensors are left out: one reading does not show which of two is right. Sensors above the
 * grain and disabled sensors are left out; so is the top sensor of a longer cable, which follows the
 * headspace, but it counts for the median. Empty if no two sensors differ by `difference`, and below
 * that difference the cable is not looked at.
 */
export function compareWithPeers(inputs: HotSensorInputs): ComparedSensor[] {
  if (!isUneven(inputs)) return [];
  const rows = groupByRow(inputs.temperatures, inputs).map(measureRow);
  return rows.flatMap((row) => {
    if (row.sensors.length < MIN_PEERS) return [];
    return row.sensors.flatMap(({ cable, position, depth, length, hundredths }, index) => {
      if (depth === 1 && length > 1) return [];
      const aboveDepth = row.excesses[index] ?? 0;
      const isOfInterest = aboveDepth >= inputs.difference * 100;
      const aboveBoth = isOfInterest ? aboveDepth - cableExcess(row, index, rows) : aboveDepth;
      return {
        cable,
        position,
        depth,
        temperature: hundredths / 100,
        excess: aboveDepth / 100,
        localExcess: aboveBoth / 100,
      };
    });
  });
}

/** The sensors at one depth, by cable, with how far each is above their median, in hundredths. */
interface MeasuredRow {
  readonly sensors: readonly RowSensor[];
  readonly excesses: readonly number[];
}

function measureRow(sensors: readonly RowSensor[]): MeasuredRow {
  const middle = median(sensors.map(({ hundredths }) => hundredths));
  return { sensors, excesses: sensors.map(({ hundredths }) => hundredths - middle) };
}

/**
 * How far the cable of a sensor, given by its index in its row, is above the cables in that row, in
 * hundredths, at least 0: in the rows above the sensor or below it. The larger value counts, because
 * grain of another load may be on one side.
 */
function cableExcess(row: MeasuredRow, index: number, rows: readonly MeasuredRow[]): number {
  const depth = depthOf(row);
  // The same cables, because a missing value would change the median.
  const others = rows.flatMap((other) => {
    const same = other === row ? null : keepCables(other, row.sensors);
    if (same === null) return [];
    return { distance: depthOf(other) - depth, excess: same.excesses[index] ?? 0 };
  });
  const nearest = others.toSorted((a, b) => Math.abs(a.distance) - Math.abs(b.distance));
  const sides = [
    nearest.filter(({ distance }) => distance < 0),
    nearest.filter(({ distance }) => distance > 0),
  ].filter((side) => side.length >= MIN_NEIGHBORS);
  const groups = sides.length > 0 || nearest.length < MIN_NEIGHBORS ? sides : [nearest];
  const medians = groups.map((group) =>
    median(group.slice(0, MAX_NEIGHBORS).map(({ excess }) => excess)),
  );
  return Math.max(0, ...medians);
}

const depthOf = ({ sensors }: MeasuredRow) => sensors[0]?.depth ?? 0;

/** A row with only the cables of some sensors, in their order; null if one of them is missing. */
function keepCables(row: MeasuredRow, wanted: readonly RowSensor[]): MeasuredRow | null {
  if (row.sensors.length < wanted.length) return null;
  const isSame = (sensors: readonly RowSensor[]) =>
    sensors.length === wanted.length &&
    sensors.every(({ cable }, index) => cable === wanted[index]?.cable);
  if (isSame(row.sensors)) return row;
  const cables = new Set(wanted.map(({ cable }) => cable));
  const kept = row.sensors.filter(({ cable }) => cables.has(cable));
  return isSame(kept) ? measureRow(kept) : null;
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
