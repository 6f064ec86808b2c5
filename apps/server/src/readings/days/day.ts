import { getCableFlips } from '@granary/domain/cables/cable-layout';
import {
  type DayReading,
  type DayRollup,
  getExtremesPerCable,
  mergeDayRollups,
  minValue,
  rollUpDay,
} from '@granary/domain/readings/day-rollup';
import { maskAboveGrain, maskReadingAboveGrain } from '@granary/domain/readings/grain-level';
import type { Reading } from '@granary/domain/readings/reading';
import type { DailyScalarName } from '@granary/domain/readings/scalars';
import { averageHumidity } from '@granary/domain/readings/statistics';
import { millis, NO_VALUE, toHundredths } from '@granary/domain/units';
import type { DayRow } from '../../platform/postgres/tables.ts';
import { type BinContext, getSensorStatus } from '../bin-context.ts';
import type { GetFillPercent } from '../fill-history.ts';
import { calculateMoistureGrid } from '../moisture-grid.ts';
import { packSmallints, unpackSmallints } from '../packed-smallints.ts';
import { pickDailyColumns, toScalarColumns } from '../scalar-columns.ts';

/** The scalars of the newest reading of a day. */
export type DayScalars = Pick<DayRow, DailyScalarName | 'averageHumidity' | 'grainAverageHumidity'>;

/** A bin's day: the extremes of its sensors over all readings, and the scalars of the newest reading. */
export interface Day {
  readonly rollup: DayRollup;
  /**
   * The extremes of each cable's sensors that were under grain at the time of each reading, in the layout of
   * `calculateCableExtremes`; null if a part of the day has not been calculated.
   */
  readonly grain: Int16Array | null;
  readonly scalars: DayScalars;
}

/** Calculates a day from its readings, in any order. */
export function calculateDay(
  context: BinContext,
  readings: readonly Reading[],
  getFillPercent: GetFillPercent,
): Day {
  const dayReadings = readings.map((reading) => ({
    reading,
    moisture: calculateMoistureGrid(context, reading),
  }));
  const grainReadings = dayReadings.map((dayReading) =>
    maskDayReading(context, dayReading, getFillPercent),
  );
  const rollup = rollUpDay(dayReadings);
  // In a full bin, or one whose level is unknown, all sensors are under grain.
  const isAllUnderGrain = grainReadings.every(
    (grainReading, index) => grainReading === dayReadings[index],
  );
  return {
    rollup,
    grain: calculateCableExtremes(context, isAllUnderGrain ? rollup : rollUpDay(grainReadings)),
    scalars: toDayScalars(
      context,
      findNewest(readings),
      findNewest(grainReadings.map(({ reading }) => reading)),
    ),
  };
}

function maskDayReading(
  context: BinContext,
  dayReading: DayReading,
  getFillPercent: GetFillPercent,
): DayReading {
  const { reading, moisture } = dayReading;
  const percent = getFillPercent(reading.at, reading.scalars);
  if (percent === null || percent === 100) return dayReading;
  const { lengths } = reading.temperatures;
  const flips = getCableFlips(context.cables, lengths.length);
  return {
    reading: maskReadingAboveGrain(reading, flips, percent),
    moisture: maskAboveGrain({ lengths, values: moisture }, flips, percent).values,
  };
}

/** Returns the newest of the readings. */
export function findNewest(readings: readonly Reading[]): Reading {
  return readings.reduce((newest, reading) => (reading.at > newest.at ? reading : newest));
}

function toDayScalars(context: BinContext, newest: Reading, grainReading: Reading): DayScalars {
  return {
    ...pickDailyColumns(toScalarColumns(newest.scalars)),
    averageHumidity: calculateAverageHumidity(context, newest),
    grainAverageHumidity: calculateAverageHumidity(context, grainReading),
  };
}

/**
 * Calculates the mean humidity of a reading's enabled sensors, hundredths of a percent; null if no sensor has
 * a value.
 */
export function calculateAverageHumidity(context: BinContext, reading: Reading): number | null {
  const average = averageHumidity(reading, (cable, position) =>
    getSensorStatus(context, cable, position),
  );
  return average === null ? null : toHundredths(average);
}

/** Merges two disjoint parts of a day, in any order. */
export function mergeDayParts(a: Day, b: Day): Day {
  return {
    rollup: mergeDayRollups(a.rollup, b.rollup),
    grain: a.grain && b.grain && mergeExtremes(a.grain, b.grain),
    scalars: b.rollup.lastAt > a.rollup.lastAt ? b.scalars : a.scalars,
  };
}

/** Converts a day to its row. */
export function toDayRow(
  context: BinContext,
  day: string,
  { rollup, grain, scalars }: Day,
): DayRow {
  return {
    binId: context.bin.id,
    day,
    readings: rollup.readings,
    firstAt: new Date(rollup.firstAt),
    lastAt: new Date(rollup.lastAt),
    ...scalars,
    cableExtremes: packSmallints(calculateCableExtremes(context, rollup)),
    grainExtremes: grain && packSmallints(grain),
    lengths: Buffer.from(rollup.lengths),
    sensorExtremes: packSensorExtremes(rollup),
  };
}

/** Converts a row to its day. */
export function fromDayRow(row: DayRow): Day {
  return {
    rollup: {
      readings: row.readings,
      firstAt: millis(row.firstAt.getTime()),
      lastAt: millis(row.lastAt.getTime()),
      lengths: [...row.lengths],
      ...unpackSensorExtremes(row.sensorExtremes),
    },
    grain: row.grainExtremes && unpackSmallints(row.grainExtremes),
    scalars: {
      ...pickDailyColumns(row),
      averageHumidity: row.averageHumidity,
      grainAverageHumidity: row.grainAverageHumidity,
    },
  };
}

/** The order of the blocks in a day's extremes; a block has one value for each sensor, or cable. */
export const EXTREMES = ['tempMin', 'tempMax', 'moistMin', 'moistMax', 'humMin', 'humMax'] as const;

/** The extremes of each sensor, one block after another in the order of `EXTREMES`. */
function packSensorExtremes(rollup: DayRollup): Buffer {
  return Buffer.concat(EXTREMES.map((name) => packSmallints(rollup[name])));
}

function unpackSensorExtremes(packed: Buffer): Pick<DayRollup, (typeof EXTREMES)[number]> {
  const values = unpackSmallints(packed);
  const sensorCount = values.length / EXTREMES.length;
  const getBlock = (name: (typeof EXTREMES)[number]) => {
    const start = EXTREMES.indexOf(name) * sensorCount;
    return values.subarray(start, start + sensorCount);
  };
  return {
    tempMin: getBlock('tempMin'),
    tempMax: getBlock('tempMax'),
    humMin: getBlock('humMin'),
    humMax: getBlock('humMax'),
    moistMin: getBlock('moistMin'),
    moistMax: getBlock('moistMax'),
  };
}

/**
 * Calculates the extremes of each cable for the chart of a year, without disabled sensors. They are
 * calculated from the sensors' extremes and current statuses, and again when a status changes.
 */
export function calculateCableExtremes(context: BinContext, rollup: DayRollup): Int16Array {
  const extremesByQuantity = getExtremesPerCable(maskDisabled(context, rollup));
  const cableCount = rollup.lengths.length;
  const extremes = new Int16Array(EXTREMES.length * cableCount);
  EXTREMES.forEach((name, block) => {
    extremes.set(extremesByQuantity[name].subarray(0, cableCount), block * cableCount);
  });
  return extremes;
}

/** Merges the extremes of two disjoint parts of a day, which can have different numbers of cables. */
function mergeExtremes(a: Int16Array, b: Int16Array): Int16Array {
  const [cableCountA, cableCountB] = [a.length / EXTREMES.length, b.length / EXTREMES.length];
  const cableCount = Math.max(cableCountA, cableCountB);
  const merged = new Int16Array(EXTREMES.length * cableCount);
  for (const [block, name] of EXTREMES.entries()) {
    for (let cable = 0; cable < cableCount; cable++) {
      const x = cable < cableCountA ? (a[block * cableCountA + cable] as number) : NO_VALUE;
      const y = cable < cableCountB ? (b[block * cableCountB + cable] as number) : NO_VALUE;
      merged[block * cableCount + cable] = name.endsWith('Min') ? minValue(x, y) : Math.max(x, y);
    }
  }
  return merged;
}

function maskDisabled(context: BinContext, rollup: DayRollup): DayRollup {
  const disabledIndexes = findDisabledIndexes(context, rollup.lengths);
  if (disabledIndexes.length === 0) return rollup;
  const maskedRollup = { ...rollup };
  for (const name of EXTREMES) {
    const values = rollup[name].slice();
    for (const index of disabledIndexes) values[index] = NO_VALUE;
    maskedRollup[name] = values;
  }
  return maskedRollup;
}

function findDisabledIndexes(context: BinContext, lengths: readonly number[]): number[] {
  const indexes: number[] = [];
  const findStart = (cable: number) =>
    lengths.slice(0, cable - 1).reduce((sum, length) => sum + length, 0);
  for (const cable of context.bin.removedCables) {
    const length = lengths[cable - 1] ?? 0;
    for (let i = 0; i < length; i++) indexes.push(findStart(cable) + i);
  }
  for (const [key, status] of context.statuses) {
    if (status !== 'disable') continue;
    const [cable = 0, position = 0] = key.split(':').map(Number);
    if (position > (lengths[cable - 1] ?? 0)) continue;
    indexes.push(findStart(cable) + position - 1);
  }
  return indexes;
}
