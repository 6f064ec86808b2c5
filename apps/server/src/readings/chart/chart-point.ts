import type { DailyReading } from '@granary/contract/readings/http';
import type { Reading } from '@granary/domain/readings/reading';
import type { DayRow } from '../../platform/postgres/tables.ts';
import type { BinContext } from '../bin-context.ts';
import { cableExtremes, type DayScalars, dayOfReadings, newestOf } from '../days/day.ts';
import { packSmallints } from '../packed-smallints.ts';
import { cellsOf, shownBattery } from '../serialize-reading.ts';
import type { LoadAt } from './fill-history.ts';

/** A point of the chart: a day, a reading, or a span of merged readings. */
export interface ChartPoint extends DayScalars {
  /** When the newest reading was taken that it stands for. */
  readonly lastAt: Date;
  /** The day on the farm (`YYYY-MM-DD`) where the point is one, else null. */
  readonly day: string | null;
  /** How many readings it stands for. */
  readonly readings: number;
  /** Hundredths, as `cableExtremes` has them, packed. */
  readonly cableExtremes: Buffer;
  readonly fillPercent: number | null;
}

/**
 * Readings as one point of the chart, as if they made a day; `count` is how many it stands for,
 * where these are the newest of more.
 */
export function chartReadings(
  context: BinContext,
  readings: readonly Reading[],
  loadAt: LoadAt,
  count: number = readings.length,
): ChartPoint {
  const newest = newestOf(readings);
  const { rollup, scalars } = dayOfReadings(context, readings);
  return {
    ...scalars,
    battery: shownBattery(context.bin, scalars),
    lastAt: new Date(rollup.lastAt),
    day: null,
    readings: count,
    cableExtremes: packSmallints(cableExtremes(context, rollup)),
    fillPercent: loadAt(newest.at, newest.scalars),
  };
}

/** A day with the extremes of its every sensor. */
export function dailyReading(row: DayRow): DailyReading {
  const lengths = [...row.lengths];
  const cells = (values: Int16Array) => cellsOf({ lengths, values });
  return {
    day: row.day,
    readings: row.readings,
    minTemperatures: cells(row.tempMin),
    maxTemperatures: cells(row.tempMax),
    minHumidities: cells(row.humMin),
    maxHumidities: cells(row.humMax),
  };
}
