import { type CableLayout, getCableFlips } from '../cables/cable-layout.ts';
import { NO_VALUE } from '../units.ts';
import { createSensorPadder, getMaxLengths } from './day-rollup.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { Reading, SensorGrid } from './reading.ts';
import { median } from './rows.ts';

/**
 * A bin's means for a day in its farm's time zone, for all sensors under grain regardless of their status,
 * which may change later. All grids have the same lengths.
 */
export interface DayMeans {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** How many readings the day had. */
  readonly readings: number;
  /** In hundredths of a degree Celsius; NO_VALUE for a sensor that had no value under grain. */
  readonly means: SensorGrid;
  /** The same, but only from readings with the fan off. */
  readonly fanOffMeans: SensorGrid;
  /** Moisture, % wet basis in hundredths, from readings with the fan off. */
  readonly moistures: SensorGrid;
  /** ppm, from readings with the fan off; null if none has a CO2 value. */
  readonly lowestCo2: number | null;
  /** The lowest fill level of the day, 0 to 100, that more than one reading shows; null if unknown. */
  readonly lowestFill: number | null;
}

/** A reading with the values that a day's means are calculated from. */
export interface DayMeansReading {
  readonly reading: Pick<Reading, 'temperatures' | 'scalars'>;
  /** Moisture at each sensor, hundredths, in the order of the temperatures. */
  readonly moistures: Int16Array;
  /** How full the bin was, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
  /** Null if unknown, which is treated as off. */
  readonly isFanRunning: boolean | null;
}

/** Sums and counts by sensor. */
interface Sums {
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
}

/**
 * Calculates the means of a day's readings, oldest or newest first; `cables` are the bin's cables.
 * `minLengths` is the minimum number of sensors on each cable: a broken cable reports fewer, and its sensors
 * must stay at their depth.
 */
export function calculateDayMeans(
  day: string,
  readings: readonly DayMeansReading[],
  cables: readonly CableLayout[],
  minLengths: readonly number[] = [],
): DayMeans {
  const lengths = getMaxLengths([
    minLengths,
    ...readings.map(({ reading }) => reading.temperatures.lengths),
  ]);
  const flips = getCableFlips(cables, lengths.length);
  const sensorCount = lengths.reduce((sum, length) => sum + length, 0);
  const allSums = createSums(sensorCount);
  const fanOffSums = createSums(sensorCount);
  const moistureSums = createSums(sensorCount);
  let lowestCo2: number | null = null;
  for (const { reading, moistures, fillPercent, isFanRunning } of readings) {
    const pad = createSensorPadder(reading.temperatures.lengths, lengths);
    const padAndMaskAboveGrain = (sensorValues: Int16Array) =>
      maskAboveGrain({ lengths, values: pad(sensorValues) }, flips, fillPercent).values;
    const values = padAndMaskAboveGrain(reading.temperatures.values);
    addValues(allSums, values);
    if (isFanRunning === true) continue;
    addValues(fanOffSums, values);
    addValues(moistureSums, padAndMaskAboveGrain(moistures));
    const { co2 } = reading.scalars;
    if (co2 !== null) lowestCo2 = Math.min(co2, lowestCo2 ?? co2);
  }
  return {
    day,
    readings: readings.length,
    means: { lengths, values: toMeans(allSums) },
    fanOffMeans: { lengths, values: toMeans(fanOffSums) },
    moistures: { lengths, values: toMeans(moistureSums) },
    lowestCo2,
    lowestFill: findLowestFill(readings),
  };
}

/**
 * Finds the lowest fill level of consecutive readings; null if unknown. It takes the median of three
 * consecutive levels, so that a single false echo does not make a bin look empty.
 */
export function findLowestFill(
  readings: readonly Pick<DayMeansReading, 'fillPercent'>[],
): number | null {
  const levels = readings.flatMap(({ fillPercent }) => fillPercent ?? []);
  if (levels.length === 0) return null;
  if (levels.length < 3) return Math.max(...levels);
  return Math.min(...levels.slice(2).map((_, index) => median(levels.slice(index, index + 3))));
}

function createSums(sensorCount: number): Sums {
  return { sums: new Float64Array(sensorCount), counts: new Uint32Array(sensorCount) };
}

/** Adds the values of one reading in place. */
function addValues({ sums, counts }: Sums, values: Int16Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value === NO_VALUE) continue;
    sums[i] = (sums[i] as number) + value;
    counts[i] = (counts[i] as number) + 1;
  }
}

function toMeans({ sums, counts }: Sums): Int16Array {
  const means = new Int16Array(sums.length).fill(NO_VALUE);
  for (let i = 0; i < means.length; i++) {
    const count = counts[i] as number;
    if (count > 0) means[i] = Math.round((sums[i] as number) / count);
  }
  return means;
}
