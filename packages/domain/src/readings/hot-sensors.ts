import { NO_VALUE } from '../units.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { SensorGrid } from './reading.ts';
import { depthFromTop, type GetStatus } from './sensors.ts';

/** A sensor that is much warmer than the others at its depth. Cable and position count from 1. */
export interface HotSensor {
  readonly cable: number;
  readonly position: number;
  /** The row from the top, from 1. */
  readonly depth: number;
  /** °C */
  readonly temperature: number;
  /** How far above the median it is compared with, °C. */
  readonly excess: number;
}

export interface HotSensorInputs {
  readonly temperatures: SensorGrid;
  readonly getStatus: GetStatus;
  /** Whether sensor 1 of cable i + 1 is at the bottom. */
  readonly flips: readonly boolean[];
  /** The sub-bin of cable i + 1; 1 if not given. */
  readonly subBins: readonly number[];
  /** The fill level, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
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

/**
 * How far each sensor under grain is above the median of the enabled sensors at the same depth of its
 * sub-bin. Depths are compared because layers warm and cool with the seasons, and because a cable
 * detects a hot spot only within half a meter (Purdue), so the other cables at that depth do not.
 * Another sub-bin may hold other grain. Depths with fewer than three sensors are left out: one
 * reading does not show which of two is right. Sensors above the grain and disabled sensors are left
 * out; so is the top sensor of a longer cable, which follows the headspace, but it counts for the
 * median. Empty if no two sensors differ by `difference`.
 */
export function compareWithPeers(inputs: HotSensorInputs): HotSensor[] {
  if (!isUneven(inputs)) return [];
  const peers = new Map<string, Candidate[]>();
  for (const candidate of enabledUnderGrain(inputs)) {
    const key = `${candidate.subBin}:${candidate.depth}`;
    const known = peers.get(key);
    if (known) known.push(candidate);
    else peers.set(key, [candidate]);
  }
  return [...peers.values()].flatMap((group) => {
    if (group.length < MIN_PEERS) return [];
    const middle = median(group.map(({ hundredths }) => hundredths));
    return group.flatMap(({ cable, position, depth, length, hundredths }) => {
      if (depth === 1 && length > 1) return [];
      return {
        cable,
        position,
        depth,
        temperature: hundredths / 100,
        excess: (hundredths - middle) / 100,
      };
    });
  });
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

interface Candidate {
  readonly cable: number;
  readonly position: number;
  readonly subBin: number;
  readonly depth: number;
  readonly length: number;
  readonly hundredths: number;
}

function enabledUnderGrain(inputs: HotSensorInputs): Candidate[] {
  const { temperatures, flips, getStatus } = inputs;
  const { values } = maskAboveGrain(temperatures, flips, inputs.fillPercent);
  const candidates: Candidate[] = [];
  let index = 0;
  for (const [column, length] of temperatures.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      const hundredths = values[index++] ?? NO_VALUE;
      if (hundredths === NO_VALUE || getStatus(column + 1, position) === 'disable') continue;
      const depth = depthFromTop(position, length, flips[column] ?? false);
      const subBin = inputs.subBins[column] ?? 1;
      candidates.push({ cable: column + 1, position, subBin, depth, length, hundredths });
    }
  }
  return candidates;
}

/** The middle value, or the mean of the two in the middle; NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
