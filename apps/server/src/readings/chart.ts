import type { ChartRecord, DailyReading } from '@granary/contract/readings/http';
import type { Reading } from '@granary/domain/readings/reading';
import { fromHundredths, millis } from '@granary/domain/units';
import type { BinContext } from '../bins/context.ts';
import type { DayRow } from '../platform/postgres/tables.ts';
import { cableExtremes, type DayScalars, dayOfReadings, EXTREMES, newestOf } from './day.ts';
import type { LoadAt } from './past-loads.ts';
import { cellsOf } from './present.ts';

/** What a chart needs of a day: all but the sensors' own arrays. */
export type ChartDay = DayScalars &
  Pick<DayRow, 'lastAt' | 'readings'> & { readonly cableExtremes: Int16Array };

/** A day (`YYYY-MM-DD`) as one point of the chart, at its newest reading. */
export function chartDay(
  row: ChartDay & Pick<DayRow, 'day'>,
  loadPercent: number | null,
): ChartRecord {
  return { ...pointOf(row, loadPercent), day: row.day };
}

function pointOf(row: ChartDay, loadPercent: number | null): ChartRecord {
  const cables = row.cableExtremes.length / EXTREMES.length;
  const block = (name: (typeof EXTREMES)[number]) => {
    const start = EXTREMES.indexOf(name) * cables;
    const values: (number | null)[] = [];
    for (const hundredths of row.cableExtremes.subarray(start, start + cables)) {
      values.push(fromHundredths(hundredths));
    }
    return values;
  };
  return {
    at: millis(row.lastAt.getTime()),
    day: null,
    readings: row.readings,
    battery: row.battery,
    co2: row.co2,
    windPressure: row.windPressure,
    windSpeed: row.windSpeed,
    windTemperature: row.windTemperature,
    averageHumidity: measured(row.averageHumidity),
    levelMm: row.levelMm,
    loadPercent,
    ambientTemperature: measured(row.ambientTemperature),
    ambientHumidity: measured(row.ambientHumidity),
    minTemperatures: block('tempMin'),
    maxTemperatures: block('tempMax'),
    minMoistures: block('moistMin'),
    maxMoistures: block('moistMax'),
    minHumidities: block('humMin'),
    maxHumidities: block('humMax'),
  };
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
): ChartRecord {
  const newest = newestOf(readings);
  const { rollup, scalars } = dayOfReadings(context, readings);
  const day = {
    ...scalars,
    lastAt: new Date(rollup.lastAt),
    readings: count,
    cableExtremes: cableExtremes(context, rollup),
  };
  return pointOf(day, loadAt(newest.at, newest.scalars));
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

function measured(hundredths: number | null): number | null {
  return hundredths === null ? null : fromHundredths(hundredths);
}
