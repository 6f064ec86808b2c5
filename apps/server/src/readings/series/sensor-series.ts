import {
  MAX_SERIES_POINTS,
  type SensorSeries,
  type SeriesStep,
} from '@granary/contract/readings/http';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { getCableFlips, getCableSubBins } from '@granary/domain/cables/cable-layout';
import type { SensorGrid } from '@granary/domain/readings/reading';
import {
  type ComparedValue,
  compareSensorRows,
  getMondayOfWeek,
  pickHighest,
  type SensorLocation,
} from '@granary/domain/readings/sensor-series';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { type BinContext, getSensorStatus } from '../bin-context.ts';
import { type BinWithFill, findLowestFills } from '../fill-history.ts';
import { unpackSmallints } from '../packed-smallints.ts';
import { unpackCables } from '../row.ts';
import { findDayTemperatures, findTemperatures } from './series-store.ts';

export interface SeriesQuery {
  readonly sensors: readonly SensorLocation[];
  readonly from: Millis;
  readonly to: Millis;
  readonly step: SeriesStep;
}

/**
 * Loads the temperatures of a bin's selected sensors under grain, and the medians of their rows, as a time
 * series by reading, day or week.
 */
export async function loadSensorSeries(
  db: Db,
  bin: BinWithFill,
  query: SeriesQuery,
): Promise<SensorSeries> {
  const timezone = toKnownZone(bin.context.timeZone);
  const { sensors, step } = query;
  const series =
    step === 'reading'
      ? await loadByReading(db, bin, query)
      : await loadByDay(db, bin, query, timezone);
  return { timezone, sensors: [...sensors], ...series };
}

async function loadByReading(
  db: Db,
  { context, getFillPercent }: BinWithFill,
  { sensors, from, to }: SeriesQuery,
) {
  const range = { from: new Date(from), to: new Date(to) };
  const rows = await findTemperatures(db, context.bin.id, range, MAX_SERIES_POINTS);
  const points = rows.map(({ at: date, cables, temperatures: values, ...level }) => {
    const at = millis(date.getTime());
    const { lengths } = unpackCables(cables);
    const comparisons = compareSensors(
      context,
      { lengths, values },
      sensors,
      getFillPercent(at, level),
    );
    return { at, day: null, ...toColumns(comparisons) };
  });
  return { isThinned: rows.some(({ isThinned }) => isThinned), points };
}

async function loadByDay(
  db: Db,
  { context, getFillPercent }: BinWithFill,
  { sensors, from, to, step }: SeriesQuery,
  timezone: string,
) {
  const firstDay = toLocalDay(from, timezone);
  // The fill level at the end of the day before the first day is needed too.
  const range = { from: toLocalDay(millis(from - DAY), timezone), to: toLocalDay(to, timezone) };
  const rows = await findDayTemperatures(db, context.bin.id, range);
  const fills = findLowestFills(rows, getFillPercent);
  const rowsWithFill = rows.map((row, index) => ({ ...row, fill: fills[index] ?? null }));
  const groups = new Map<string, typeof rowsWithFill>();
  for (const row of rowsWithFill.filter(({ day }) => day >= firstDay).reverse()) {
    const day = step === 'week' ? getMondayOfWeek(row.day) : row.day;
    groups.set(day, [...(groups.get(day) ?? []), row]);
  }
  const points = [...groups].map(([day, days]) => {
    const comparisons = days.map(({ lengths, maxima, fill }) =>
      compareSensors(
        context,
        { lengths: [...lengths], values: unpackSmallints(maxima) },
        sensors,
        fill,
      ),
    );
    const lastReadingAt = Math.max(...days.map(({ lastAt }) => lastAt.getTime()));
    return { at: millis(lastReadingAt), day, ...toColumns(pickHighest(comparisons)) };
  });
  return { isThinned: false, points };
}

function compareSensors(
  context: BinContext,
  grid: SensorGrid,
  sensors: readonly SensorLocation[],
  fillPercent: number | null,
): ComparedValue[] {
  const count = grid.lengths.length;
  return compareSensorRows(grid, sensors, {
    flips: getCableFlips(context.cables, count),
    subBins: getCableSubBins(context.cables, count),
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    fillPercent,
  });
}

function toColumns(comparisons: readonly ComparedValue[]) {
  return {
    temperatures: comparisons.map(({ value }) => value),
    medians: comparisons.map(({ median }) => median),
  };
}
