import { NO_VALUE } from '../units.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { SensorGrid } from './reading.ts';
import { depthFromTop, type GetStatus } from './sensors.ts';

/** A sensor that is much warmer than the others at its depth. Cable and position count from 1. */
export interface HotSensor {
  readonly cable: number;
  readonly position: number;
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
  /** A sensor is hot from this many °C above the others. */
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
 * The sensors under grain that are at least `difference` above the median of the enabled sensors at
 * the same depth of their sub-bin, or of the whole sub-bin if fewer than three are at that depth.
 * Depths are compared because layers warm and cool with the seasons, and because a cable detects a
 * hot spot only within half a meter (Purdue), so the other cables at that depth do not. Another
 * sub-bin may hold other grain. Sensors above the grain and disabled sensors are never hot. Neither
 * is the top sensor of a longer cable, which follows the headspace, but it counts for the median.
 */
export function detectHotSensors(inputs: HotSensorInputs): HotSensor[] {
  if (!isUneven(inputs)) return [];
  const candidates = enabledUnderGrain(inputs);
  const subBins = new Set(candidates.map(({ subBin }) => subBin));
  return [...subBins].flatMap((part) =>
    findHotAmongPeers(
      candidates.filter(({ subBin }) => subBin === part),
      inputs.difference,
    ),
  );
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

function findHotAmongPeers(candidates: readonly Candidate[], difference: number): HotSensor[] {
  const whole = median(candidates.map((one) => one.hundredths));
  const byDepth = new Map<number, number[]>();
  for (const { depth, hundredths } of candidates) {
    const peers = byDepth.get(depth);
    if (peers) peers.push(hundredths);
    else byDepth.set(depth, [hundredths]);
  }
  const medians = new Map(
    [...byDepth].map(([depth, peers]) => [depth, peers.length < MIN_PEERS ? whole : median(peers)]),
  );
  return candidates.flatMap(({ cable, position, depth, length, hundredths }) => {
    const excess = (hundredths - (medians.get(depth) ?? whole)) / 100;
    if ((depth === 1 && length > 1) || excess < difference) return [];
    return [{ cable, position, temperature: hundredths / 100, excess }];
  });
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
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
