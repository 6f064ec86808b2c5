import {
  MAX_SERIES_POINTS,
  type SensorSeries,
  type SeriesStep,
} from '@granary/contract/readings/http';
import { knownZone } from '@granary/domain/bins/known-zone';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { cableFlips, cableSubBins } from '@granary/domain/cables/cable-layout';
import type { SensorGrid } from '@granary/domain/readings/reading';
import {
  type ComparedValue,
  compareSensorRows,
  highestOf,
  mondayOf,
  type SensorRow,
} from '@granary/domain/readings/sensor-series';
import { type Millis, millis } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { type BinContext, sensorStatus } from '../bin-context.ts';
import { unpackSmallints } from '../packed-smallints.ts';
import { unpackCables } from '../row.ts';
import { findDayTemperatures, findTemperatures } from './series-store.ts';

export interface SeriesQuery {
  readonly sensors: readonly SensorRow[];
  readonly from: Millis;
  readonly to: Millis;
  readonly step: SeriesStep;
}

/** Chosen sensors of a bin over time, by reading, day or week. */
export async function loadSensorSeries(
  db: Db,
  context: BinContext,
  query: SeriesQuery,
): Promise<SensorSeries> {
  const timezone = knownZone(context.timeZone);
  const { sensors, step } = query;
  const series =
    step === 'reading'
      ? await loadByReading(db, context, query)
      : await loadByDay(db, context, query, timezone);
  return { timezone, sensors: [...sensors], ...series };
}

async function loadByReading(db: Db, context: BinContext, { sensors, from, to }: SeriesQuery) {
  const range = { from: new Date(from), to: new Date(to) };
  const rows = await findTemperatures(db, context.bin.id, range, MAX_SERIES_POINTS);
  const points = rows.map(({ at, cables, temperatures: values }) => {
    const { lengths } = unpackCables(cables);
    const compared = compare(context, { lengths, values }, sensors);
    return { at: millis(at.getTime()), day: null, ...toColumns(compared) };
  });
  return { isThinned: rows.some(({ isThinned }) => isThinned), points };
}

async function loadByDay(
  db: Db,
  context: BinContext,
  { sensors, from, to, step }: SeriesQuery,
  timezone: string,
) {
  const range = { from: toLocalDay(from, timezone), to: toLocalDay(to, timezone) };
  const rows = await findDayTemperatures(db, context.bin.id, range);
  const groups = new Map<string, typeof rows>();
  for (const row of rows) {
    const day = step === 'week' ? mondayOf(row.day) : row.day;
    groups.set(day, [...(groups.get(day) ?? []), row]);
  }
  const points = [...groups].map(([day, days]) => {
    const compared = days.map(({ lengths, maxima }) =>
      compare(context, { lengths: [...lengths], values: unpackSmallints(maxima) }, sensors),
    );
    const last = Math.max(...days.map(({ lastAt }) => lastAt.getTime()));
    return { at: millis(last), day, ...toColumns(highestOf(compared)) };
  });
  return { isThinned: false, points };
}

function compare(
  context: BinContext,
  grid: SensorGrid,
  sensors: readonly SensorRow[],
): ComparedValue[] {
  const count = grid.lengths.length;
  return compareSensorRows(grid, sensors, {
    flips: cableFlips(context.cables, count),
    subBins: cableSubBins(context.cables, count),
    getStatus: (cable, position) => sensorStatus(context, cable, position),
  });
}

function toColumns(compared: readonly ComparedValue[]) {
  return {
    temperatures: compared.map(({ value }) => value),
    medians: compared.map(({ median }) => median),
  };
}
