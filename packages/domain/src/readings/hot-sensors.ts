import { NO_VALUE } from '../units.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { SensorGrid } from './reading.ts';
import { depthFromTop, type StatusOf } from './sensors.ts';

/** A sensor that stands out from its like. Cable and position count from 1. */
export interface HotSensor {
  readonly cable: number;
  readonly position: number;
  /** °C */
  readonly temperature: number;
  /** How far above what it is compared with, °C. */
  readonly excess: number;
}

export interface HotSensorInputs {
  readonly temperatures: SensorGrid;
  readonly statusOf: StatusOf;
  /** Of cable i + 1: sensor 1 is at the bottom. */
  readonly flips: readonly boolean[];
  /** Of cable i + 1, the part of the bin that it hangs in; 1 where nothing is said. */
  readonly subBins: readonly number[];
  /** The load, 0 to 100; null where it is not known. */
  readonly fillPercent: number | null;
  /** From how many °C above its like a sensor is hot. */
  readonly difference: number;
}

/** °C; what a bin takes that has no `temperature_difference` of its own. */
const DEFAULT_THRESHOLD = 5;

/** From how many °C above its like a sensor of a bin is hot; 0 would be all that are not cool. */
export function hotSensorThreshold(own: number | null): number {
  return own || DEFAULT_THRESHOLD;
}

/** With fewer at one depth, a median says nothing of the depth. */
const MIN_PEERS = 3;

/**
 * The sensors under grain that are at least `difference` above the median of the enabled sensors at
 * the same depth of their sub-bin, or of the whole sub-bin where fewer than three hang there. Grain
 * heats where it spoils, and its own depth is what it has to be compared with: layers cool and warm
 * by season, a cable sees a hot spot only within half a metre (Purdue), so its neighbours at that
 * depth do not. What another sub-bin holds is other grain. Sensors in the air, disabled ones and the
 * top sensor of a longer cable, which follows the headspace, are never hot; the latter still counts
 * for the median.
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

/** Whether any two sensors are so far apart that one can be hot; of most bins, no two are. */
function isUneven({ temperatures, statusOf, difference }: HotSensorInputs): boolean {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let index = 0;
  for (const [column, length] of temperatures.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      const hundredths = temperatures.values[index++] ?? NO_VALUE;
      if (hundredths === NO_VALUE || statusOf(column + 1, position) === 'disable') continue;
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
    const there = byDepth.get(depth);
    if (there) there.push(hundredths);
    else byDepth.set(depth, [hundredths]);
  }
  const medians = new Map(
    [...byDepth].map(([depth, there]) => [depth, there.length < MIN_PEERS ? whole : median(there)]),
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
  /** Sensors of its cable. */
  readonly length: number;
  readonly hundredths: number;
}

function enabledUnderGrain(inputs: HotSensorInputs): Candidate[] {
  const { temperatures, flips, statusOf } = inputs;
  const { values } = maskAboveGrain(temperatures, flips, inputs.fillPercent);
  const candidates: Candidate[] = [];
  let index = 0;
  for (const [column, length] of temperatures.lengths.entries()) {
    for (let position = 1; position <= length; position++) {
      const hundredths = values[index++] ?? NO_VALUE;
      if (hundredths === NO_VALUE || statusOf(column + 1, position) === 'disable') continue;
      const depth = depthFromTop(position, length, flips[column] ?? false);
      const subBin = inputs.subBins[column] ?? 1;
      candidates.push({ cable: column + 1, position, subBin, depth, length, hundredths });
    }
  }
  return candidates;
}

/** The middle value, or the mean of the two in the middle; NaN of none. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
