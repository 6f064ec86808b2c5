import type { DailyReading } from '@granary/contract/readings/http';
import type { Reading } from '@granary/domain/readings/reading';
import type { DayRow } from '../../platform/postgres/tables.ts';
import { type BinContext, toVisibleBattery } from '../bin-context.ts';
import {
  calculateCableExtremes,
  calculateDay,
  type DayScalars,
  findNewest,
  fromDayRow,
} from '../days/day.ts';
import type { GetFillPercent } from '../fill-history.ts';
import { packSmallints } from '../packed-smallints.ts';
import { toCells } from '../serialize-reading.ts';

/** A point of the chart: a day, a reading, or a span of merged readings. */
export interface ChartPoint extends DayScalars {
  /** When its newest reading was taken. */
  readonly lastAt: Date;
  /** The local day on the farm (`YYYY-MM-DD`) if the point is a day, otherwise null. */
  readonly day: string | null;
  /** How many readings it summarizes. */
  readonly readings: number;
  /** Hundredths, in the order of `EXTREMES`, packed. */
  readonly cableExtremes: Buffer;
  /** The extremes of the sensors under grain, in the same layout; null until they have been calculated. */
  readonly grainExtremes: Buffer | null;
  readonly fillPercent: number | null;
}

/**
 * One chart point for some readings, calculated like a day; `count` is how many readings the point
 * summarizes, if that is more than `readings`.
 */
export function toChartPoint(
  context: BinContext,
  readings: readonly Reading[],
  getFillPercent: GetFillPercent,
  count: number = readings.length,
): ChartPoint {
  const newest = findNewest(readings);
  const { rollup, grain, scalars } = calculateDay(context, readings, getFillPercent);
  return {
    ...scalars,
    battery: toVisibleBattery(context.bin, scalars),
    lastAt: new Date(rollup.lastAt),
    day: null,
    readings: count,
    cableExtremes: packSmallints(calculateCableExtremes(context, rollup)),
    grainExtremes: grain && packSmallints(grain),
    fillPercent: getFillPercent(newest.at, newest.scalars),
  };
}

/** The response for a day, with the extremes of every sensor. */
export function serializeDay(row: DayRow): DailyReading {
  const { lengths, ...extremes } = fromDayRow(row).rollup;
  const cells = (values: Int16Array) => toCells({ lengths, values });
  return {
    day: row.day,
    readings: row.readings,
    minTemperatures: cells(extremes.tempMin),
    maxTemperatures: cells(extremes.tempMax),
    minHumidities: cells(extremes.humMin),
    maxHumidities: cells(extremes.humMax),
  };
}
