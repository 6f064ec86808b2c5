import { type Millis, millis, NO_VALUE } from '../units.ts';
import { MAX_CABLES, type Reading } from './reading.ts';

/**
 * The minimum and maximum of each sensor over the readings of one day, in hundredths, NO_VALUE for a sensor
 * without a value all day. The arrays are flat, cable after cable, as in `SensorGrid`; all six share
 * `lengths`, the largest number of sensors that each cable had that day.
 */
export interface DayRollup {
  readonly readings: number;
  readonly firstAt: Millis;
  readonly lastAt: Millis;
  readonly lengths: readonly number[];
  readonly tempMin: Int16Array;
  readonly tempMax: Int16Array;
  readonly humMin: Int16Array;
  readonly humMax: Int16Array;
  readonly moistMin: Int16Array;
  readonly moistMax: Int16Array;
}

/**
 * The minimum and maximum of each cable: arrays of eight entries in hundredths, NO_VALUE for a cable without
 * a value.
 */
export type CableExtremes = Pick<
  DayRollup,
  'tempMin' | 'tempMax' | 'humMin' | 'humMax' | 'moistMin' | 'moistMax'
>;

/** A reading with the moisture of its sensors, in the order of its temperatures. */
export interface DayReading {
  readonly reading: Reading;
  readonly moisture: Int16Array;
}

/**
 * Rolls up the readings of one day, in any order.
 *
 * @throws RangeError if there are no readings
 */
export function rollUpDay(readings: readonly DayReading[]): DayRollup {
  if (readings.length === 0) throw new RangeError('No readings');
  const lengths = getMaxLengths(readings.map(({ reading }) => reading.temperatures.lengths));
  const day = createEmptyExtremes(lengths.reduce((sum, length) => sum + length, 0));
  let firstAt = Number.POSITIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { reading, moisture } of readings) {
    const pad = createSensorPadder(reading.temperatures.lengths, lengths);
    widenExtremes(day.tempMin, day.tempMax, pad(reading.temperatures.values));
    widenExtremes(day.humMin, day.humMax, pad(reading.humidities.values));
    widenExtremes(day.moistMin, day.moistMax, pad(moisture));
    firstAt = Math.min(firstAt, reading.at);
    lastAt = Math.max(lastAt, reading.at);
  }
  return {
    readings: readings.length,
    firstAt: millis(firstAt),
    lastAt: millis(lastAt),
    lengths,
    ...day,
  };
}

function createEmptyExtremes(sensorCount: number) {
  const createEmptyArray = () => new Int16Array(sensorCount).fill(NO_VALUE);
  return {
    tempMin: createEmptyArray(),
    tempMax: createEmptyArray(),
    humMin: createEmptyArray(),
    humMax: createEmptyArray(),
    moistMin: createEmptyArray(),
    moistMax: createEmptyArray(),
  };
}

/** Widens the extremes in place to include the values of one reading. */
function widenExtremes(minima: Int16Array, maxima: Int16Array, values: Int16Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value === NO_VALUE) continue;
    const minimum = minima[i] as number;
    if (minimum === NO_VALUE || value < minimum) minima[i] = value;
    if (value > (maxima[i] as number)) maxima[i] = value;
  }
}

/** Merges the rollups of two disjoint sets of readings of one day; associative and commutative. */
export function mergeDayRollups(a: DayRollup, b: DayRollup): DayRollup {
  const lengths = mergeLengths(a.lengths, b.lengths);
  const padA = createSensorPadder(a.lengths, lengths);
  const padB = createSensorPadder(b.lengths, lengths);
  return {
    readings: a.readings + b.readings,
    firstAt: a.firstAt < b.firstAt ? a.firstAt : b.firstAt,
    lastAt: a.lastAt > b.lastAt ? a.lastAt : b.lastAt,
    lengths,
    tempMin: minValues(padA(a.tempMin), padB(b.tempMin)),
    tempMax: maxValues(padA(a.tempMax), padB(b.tempMax)),
    humMin: minValues(padA(a.humMin), padB(b.humMin)),
    humMax: maxValues(padA(a.humMax), padB(b.humMax)),
    moistMin: minValues(padA(a.moistMin), padB(b.moistMin)),
    moistMax: maxValues(padA(a.moistMax), padB(b.moistMax)),
  };
}

/** Returns the largest number of sensors that each cable has in any of these lengths. */
export function getMaxLengths(lengths: readonly (readonly number[])[]): readonly number[] {
  return lengths.reduce(mergeLengths, []);
}

function mergeLengths(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === b.length && a.every((length, i) => length === b[i])) return a;
  const cableCount = Math.max(a.length, b.length);
  return Array.from({ length: cableCount }, (_, i) => Math.max(a[i] ?? 0, b[i] ?? 0));
}

/** Returns a function that moves values from cables of lengths `from` to cables of lengths `to`. */
export function createSensorPadder(
  from: readonly number[],
  to: readonly number[],
): (v: Int16Array) => Int16Array {
  if (to.every((length, i) => length === (from[i] ?? 0))) return (values) => values;
  const total = to.reduce((sum, length) => sum + length, 0);
  return (values) => {
    const movedValues = new Int16Array(total).fill(NO_VALUE);
    let source = 0;
    let target = 0;
    for (let cable = 0; cable < to.length; cable++) {
      const length = from[cable] ?? 0;
      movedValues.set(values.subarray(source, source + length), target);
      source += length;
      target += to[cable] ?? 0;
    }
    return movedValues;
  };
}

function minValues(a: Int16Array, b: Int16Array): Int16Array {
  const minima = new Int16Array(a.length);
  for (let i = 0; i < a.length; i++) minima[i] = minValue(a[i] as number, b[i] as number);
  return minima;
}

/** Returns the smaller of two values in hundredths; NO_VALUE only if both are NO_VALUE. */
export function minValue(x: number, y: number): number {
  // NO_VALUE is less than all values, so it must not win as a minimum.
  if (x === NO_VALUE) return y;
  return y === NO_VALUE || x < y ? x : y;
}

function maxValues(a: Int16Array, b: Int16Array): Int16Array {
  const maxima = new Int16Array(a.length);
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    maxima[i] = x > y ? x : y;
  }
  return maxima;
}

/** Finds a day's minimum and maximum of each quantity for each cable. */
export function getExtremesPerCable(day: DayRollup): CableExtremes {
  return {
    tempMin: getMinPerCable(day.lengths, day.tempMin),
    tempMax: getMaxPerCable(day.lengths, day.tempMax),
    humMin: getMinPerCable(day.lengths, day.humMin),
    humMax: getMaxPerCable(day.lengths, day.humMax),
    moistMin: getMinPerCable(day.lengths, day.moistMin),
    moistMax: getMaxPerCable(day.lengths, day.moistMax),
  };
}

function getMinPerCable(lengths: readonly number[], values: Int16Array): Int16Array {
  const minima = new Int16Array(MAX_CABLES).fill(NO_VALUE);
  let index = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    for (const end = index + (lengths[cable] ?? 0); index < end; index++) {
      minima[cable] = minValue(minima[cable] as number, values[index] as number);
    }
  }
  return minima;
}

function getMaxPerCable(lengths: readonly number[], values: Int16Array): Int16Array {
  const maxima = new Int16Array(MAX_CABLES).fill(NO_VALUE);
  let index = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    for (const end = index + (lengths[cable] ?? 0); index < end; index++) {
      maxima[cable] = Math.max(maxima[cable] as number, values[index] as number);
    }
  }
  return maxima;
}
