import { type CableLayout, cableFlips } from '../cables/cable-layout.ts';
import { NO_VALUE } from '../units.ts';
import { longestCables, moveValues } from './day-rollup.ts';
import { maskAboveGrain } from './grain-level.ts';
import type { Reading, SensorGrid } from './reading.ts';
import { median } from './rows.ts';

/**
 * The means of a bin's day in the zone of its farm, of all sensors under grain, regardless of their status,
 * which may change later. The grids share their lengths.
 */
export interface DayMeans {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** How many readings the day had. */
  readonly readings: number;
  /** °C in hundredths; NO_VALUE for a sensor without a value under grain. */
  readonly means: SensorGrid;
  /** The same for the readings without a running fan. */
  readonly fanOffMeans: SensorGrid;
  /** Moisture, % wet basis in hundredths, of the readings without a running fan. */
  readonly moistures: SensorGrid;
  /** ppm, without a running fan; null if there is none. */
  readonly lowestCo2: number | null;
  /** The lowest fill level of the day, 0 to 100, that more than one reading shows; null if unknown. */
  readonly lowestFill: number | null;
}

/** A reading of a day. */
export interface DayMeansReading {
  readonly reading: Pick<Reading, 'temperatures' | 'scalars'>;
  /** Moisture at each sensor, hundredths, in the order of the temperatures. */
  readonly moistures: Int16Array;
  /** How full the bin was, 0 to 100; null if unknown. */
  readonly fillPercent: number | null;
  /** Null if unknown, which counts as off. */
  readonly isFanRunning: boolean | null;
}

/** Sums and counts by sensor. */
interface Sums {
  readonly sums: Float64Array;
  readonly counts: Uint32Array;
}

/**
 * The means of the readings of a day, oldest or newest first; `cables` as the bin has them. `known` is the
 * minimum number of sensors on each: a broken cable lists fewer, and its others stay at their depth.
 */
export function calculateDayMeans(
  day: string,
  readings: readonly DayMeansReading[],
  cables: readonly CableLayout[],
  known: readonly number[] = [],
): DayMeans {
  const lengths = longestCables([
    known,
    ...readings.map(({ reading }) => reading.temperatures.lengths),
  ]);
  const flips = cableFlips(cables, lengths.length);
  const sensors = lengths.reduce((sum, length) => sum + length, 0);
  const all = emptySums(sensors);
  const fanOff = emptySums(sensors);
  const moisture = emptySums(sensors);
  let lowestCo2: number | null = null;
  for (const { reading, moistures, fillPercent, isFanRunning } of readings) {
    const move = moveValues(reading.temperatures.lengths, lengths);
    const toGrain = (sent: Int16Array) =>
      maskAboveGrain({ lengths, values: move(sent) }, flips, fillPercent).values;
    const values = toGrain(reading.temperatures.values);
    addValues(all, values);
    if (isFanRunning === true) continue;
    addValues(fanOff, values);
    addValues(moisture, toGrain(moistures));
    const { co2 } = reading.scalars;
    if (co2 !== null) lowestCo2 = Math.min(co2, lowestCo2 ?? co2);
  }
  return {
    day,
    readings: readings.length,
    means: { lengths, values: toMeans(all) },
    fanOffMeans: { lengths, values: toMeans(fanOff) },
    moistures: { lengths, values: toMeans(moisture) },
    lowestCo2,
    lowestFill: findLowestFill(readings),
  };
}

/**
 * The lowest fill level of readings in a row; null if unknown. A single wrong echo does not make a bin empty:
 * the median of three levels in a row counts.
 */
export function findLowestFill(
  readings: readonly Pick<DayMeansReading, 'fillPercent'>[],
): number | null {
  const levels = readings.flatMap(({ fillPercent }) => fillPercent ?? []);
  if (levels.length === 0) return null;
  if (levels.length < 3) return Math.max(...levels);
  return Math.min(...levels.slice(2).map((_, index) => median(levels.slice(index, index + 3))));
}

function emptySums(sensors: number): Sums {
  return { sums: new Float64Array(sensors), counts: new Uint32Array(sensors) };
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
