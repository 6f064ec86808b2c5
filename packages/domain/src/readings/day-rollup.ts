import { type Millis, millis, NO_VALUE } from '../units.ts';
import { MAX_CABLES, type Reading } from './reading.ts';

/**
 * The minimum and maximum of each sensor over the readings of one day, in hundredths, NO_VALUE for
 * a sensor without a value all day. Flat, cable after cable, as in `SensorGrid`; all six
 * arrays share `lengths`, which has the most sensors that each cable had that day.
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

/** Minimum and maximum of each cable: eight entries each, in hundredths, NO_VALUE if none. */
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
 * The rollup of the readings of one day, in any order.
 *
 * @throws RangeError without a reading
 */
export function rollUpDay(readings: readonly DayReading[]): DayRollup {
  if (readings.length === 0) throw new RangeError('No readings');
  const lengths = longestCables(readings.map(({ reading }) => reading.temperatures.lengths));
  const day = emptyExtremes(lengths.reduce((sum, length) => sum + length, 0));
  let firstAt = Number.POSITIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { reading, moisture } of readings) {
    const move = moveValues(reading.temperatures.lengths, lengths);
    widen(day.tempMin, day.tempMax, move(reading.temperatures.values));
    widen(day.humMin, day.humMax, move(reading.humidities.values));
    widen(day.moistMin, day.moistMax, move(moisture));
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

function emptyExtremes(sensors: number) {
  const none = () => new Int16Array(sensors).fill(NO_VALUE);
  return {
    tempMin: none(),
    tempMax: none(),
    humMin: none(),
    humMax: none(),
    moistMin: none(),
    moistMax: none(),
  };
}

/** Widens the extremes in place by the values of one reading. */
function widen(least: Int16Array, greatest: Int16Array, values: Int16Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value === NO_VALUE) continue;
    const known = least[i] as number;
    if (known === NO_VALUE || value < known) least[i] = value;
    if (value > (greatest[i] as number)) greatest[i] = value;
  }
}

/** Merges the rollups of two disjoint sets of readings of one day; associative and commutative. */
export function mergeDayRollups(a: DayRollup, b: DayRollup): DayRollup {
  const lengths = longer(a.lengths, b.lengths);
  const fromA = moveValues(a.lengths, lengths);
  const fromB = moveValues(b.lengths, lengths);
  return {
    readings: a.readings + b.readings,
    firstAt: a.firstAt < b.firstAt ? a.firstAt : b.firstAt,
    lastAt: a.lastAt > b.lastAt ? a.lastAt : b.lastAt,
    lengths,
    tempMin: minValues(fromA(a.tempMin), fromB(b.tempMin)),
    tempMax: maxValues(fromA(a.tempMax), fromB(b.tempMax)),
    humMin: minValues(fromA(a.humMin), fromB(b.humMin)),
    humMax: maxValues(fromA(a.humMax), fromB(b.humMax)),
    moistMin: minValues(fromA(a.moistMin), fromB(b.moistMin)),
    moistMax: maxValues(fromA(a.moistMax), fromB(b.moistMax)),
  };
}

/** The number of sensors of each cable: the most that it has in any of these lengths. */
export function longestCables(lengths: readonly (readonly number[])[]): readonly number[] {
  return lengths.reduce(longer, []);
}

function longer(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === b.length && a.every((length, i) => length === b[i])) return a;
  const cables = Math.max(a.length, b.length);
  return Array.from({ length: cables }, (_, i) => Math.max(a[i] ?? 0, b[i] ?? 0));
}

/** Returns a function that moves values from cables of lengths `from` to cables of lengths `to`. */
export function moveValues(
  from: readonly number[],
  to: readonly number[],
): (v: Int16Array) => Int16Array {
  if (to.every((length, i) => length === (from[i] ?? 0))) return (values) => values;
  const total = to.reduce((sum, length) => sum + length, 0);
  return (values) => {
    const moved = new Int16Array(total).fill(NO_VALUE);
    let source = 0;
    let target = 0;
    for (let cable = 0; cable < to.length; cable++) {
      const length = from[cable] ?? 0;
      moved.set(values.subarray(source, source + length), target);
      source += length;
      target += to[cable] ?? 0;
    }
    return moved;
  };
}

function minValues(a: Int16Array, b: Int16Array): Int16Array {
  const least = new Int16Array(a.length);
  for (let i = 0; i < a.length; i++) least[i] = minValue(a[i] as number, b[i] as number);
  return least;
}

/** The lesser of two values in hundredths; NO_VALUE only if both are. */
export function minValue(x: number, y: number): number {
  // NO_VALUE is less than all values, so it must not win as a minimum.
  if (x === NO_VALUE) return y;
  return y === NO_VALUE || x < y ? x : y;
}

function maxValues(a: Int16Array, b: Int16Array): Int16Array {
  const greatest = new Int16Array(a.length);
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    greatest[i] = x > y ? x : y;
  }
  return greatest;
}

/** The minimum and maximum of each quantity on each cable of a day. */
export function extremesPerCable(day: DayRollup): CableExtremes {
  return {
    tempMin: minPerCable(day.lengths, day.tempMin),
    tempMax: maxPerCable(day.lengths, day.tempMax),
    humMin: minPerCable(day.lengths, day.humMin),
    humMax: maxPerCable(day.lengths, day.humMax),
    moistMin: minPerCable(day.lengths, day.moistMin),
    moistMax: maxPerCable(day.lengths, day.moistMax),
  };
}

function minPerCable(lengths: readonly number[], values: Int16Array): Int16Array {
  const least = new Int16Array(MAX_CABLES).fill(NO_VALUE);
  let index = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    for (const end = index + (lengths[cable] ?? 0); index < end; index++) {
      least[cable] = minValue(least[cable] as number, values[index] as number);
    }
  }
  return least;
}

function maxPerCable(lengths: readonly number[], values: Int16Array): Int16Array {
  const greatest = new Int16Array(MAX_CABLES).fill(NO_VALUE);
  let index = 0;
  for (let cable = 0; cable < lengths.length; cable++) {
    for (const end = index + (lengths[cable] ?? 0); index < end; index++) {
      greatest[cable] = Math.max(greatest[cable] as number, values[index] as number);
    }
  }
  return greatest;
}
