import * as contract from '@granary/contract/readings/http';
import type { BinConditions } from '@granary/domain/bins/conditions';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { DAY, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import type { LedgerStep } from '../inventory/ledger-store.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { serve, serveJsonText, serveTextStream } from '../platform/http/serve.ts';
import type { ReadingRow } from '../platform/postgres/tables.ts';
import type { BinContext } from './bin-context.ts';
import {
  type DailyChartBin,
  loadChartByDay,
  loadChartByReading,
  MAX_DAYS_BY_READING,
} from './chart/chart.ts';
import { writeChartJson } from './chart/chart-json.ts';
import { serializeDay } from './chart/chart-point.ts';
import { calculateConditions } from './conditions.ts';
import { findDaysBetween } from './days/days-store.ts';
import { streamReadingLines } from './export/export.ts';
import { type BinWithFill, createFillHistory, type GetFillPercent } from './fill-history.ts';
import { findLatest, findReadingAt, findReadingByNumber } from './readings-store.ts';
import { fromReadingRow } from './row.ts';
import { type ChartSettings, type LevelSettings, serializeReading } from './serialize-reading.ts';
import { loadSensorSeries } from './series/sensor-series.ts';

export interface ReadingPorts extends RoutePorts {
  loadBin(id: number): Promise<BinContext | null>;
  /** The settings that a bin's chart depends on; null if the bin does not exist. */
  findChartSettings(binId: number): Promise<ChartSettings | null>;
  /** The totals of a bin's ledger up to a given time, or up to now if it is null. */
  findLedgerTotals(binId: number, until: Date | null): Promise<LedgerTotals>;
  /** The totals of a bin's ledger after each of its entries, oldest first. */
  findLedgerSteps(binId: number): Promise<readonly LedgerStep[]>;
}

/** A request for a given time returns a reading that is at most this much older, ms. */
const MAX_AGE = DAY;

/** Serves readings by page number and by time, and the chart, the export, sensor series and daily readings. */
export function readingRoutes(app: FastifyInstance, ports: ReadingPorts): void {
  const { db, guard } = ports;

  const loadResponse = async (row: ReadingRow, pageNo: number) => {
    const [context, ledger] = await Promise.all([
      loadExistingBin(ports, row.binId),
      // The newest reading is shown with the current ledger.
      ports.findLedgerTotals(row.binId, pageNo === 0 ? null : row.at),
    ]);
    const conditions = await loadConditions(ports, context, row, pageNo);
    return serializeReading(context, fromReadingRow(row), { pageNo, ledger, conditions });
  };

  serve(app, guard, contract.getSensorReading, async ({ query }) => {
    const row = await findReadingByNumber(db, query.bin_sensor_id, query.page_no);
    if (!row) throw new ApiError('INVALID_PAGE_NO', 'noMoreReadings');
    return loadResponse(row, query.page_no);
  });

  serve(app, guard, contract.getSensorReadingByFilters, async ({ query }) => {
    const latestTime = new Date(query.dateTime);
    const earliestTime = new Date(query.dateTime - MAX_AGE);
    const match = await findReadingAt(db, query.bin_sensor_id, earliestTime, latestTime);
    return match ? [await loadResponse(match.row, match.pageNo)] : [];
  });

  serveJsonText(app, guard, contract.getChartRecords, async ({ query }) => {
    const { bin_sensor_id: binId, days, page_no: page } = query;
    const range = { days, page, now: ports.now() };
    if (days > MAX_DAYS_BY_READING) {
      return writeChartJson(
        await loadChartByDay(db, binId, loadDailyChartBin(ports, binId), range),
      );
    }
    const bin = await loadExistingBinWithFill(ports, binId);
    return writeChartJson(await loadChartByReading(db, bin, range));
  });

  serveTextStream(app, guard, contract.exportReadings, async ({ query }) => {
    const { bin_sensor_id: binId, from, to } = query;
    return streamReadingLines(db, await loadExistingBinWithFill(ports, binId), { from, to });
  });

  serve(app, guard, contract.getSensorSeries, async ({ query }) => {
    const { bin_sensor_id: binId, ...series } = query;
    return loadSensorSeries(db, await loadExistingBinWithFill(ports, binId), series);
  });

  serve(app, guard, contract.getDailyReadings, async ({ query }) => {
    const rows = await findDaysBetween(db, query.bin_sensor_id, query.from, query.to);
    return rows.map(serializeDay);
  });
}

/** Loads a bin's conditions at the time of a reading; `pageNo` is how many readings are newer. */
async function loadConditions(
  ports: ReadingPorts,
  context: BinContext,
  row: ReadingRow,
  pageNo: number,
): Promise<BinConditions> {
  const [latest] = pageNo === 0 ? await findLatest(ports.db, [row.binId]) : [];
  // A newer reading might have arrived in the meantime.
  if (latest?.row?.at.getTime() === row.at.getTime()) return latest.conditions;
  const getFillPercent = await loadFillHistory(ports, row.binId, context.bin);
  return calculateConditions(ports.db, { context, getFillPercent }, millis(row.at.getTime()));
}

async function loadDailyChartBin(ports: ReadingPorts, binId: number): Promise<DailyChartBin> {
  const settings = await ports.findChartSettings(binId);
  if (!settings) throw new ApiError('NOT_FOUND', 'binMissing');
  return { bin: settings, getFillPercent: await loadFillHistory(ports, binId, settings) };
}

/** A bin's fill history; the ledger, which can be long, is loaded only for manual fill levels. */
async function loadFillHistory(
  ports: ReadingPorts,
  binId: number,
  bin: LevelSettings,
): Promise<GetFillPercent> {
  const isManual = bin.loadMethod === 'manual';
  return createFillHistory(bin, isManual ? await ports.findLedgerSteps(binId) : []);
}

async function loadExistingBinWithFill(ports: ReadingPorts, id: number): Promise<BinWithFill> {
  const context = await loadExistingBin(ports, id);
  return { context, getFillPercent: await loadFillHistory(ports, id, context.bin) };
}

async function loadExistingBin(ports: ReadingPorts, id: number): Promise<BinContext> {
  const context = await ports.loadBin(id);
  if (!context) throw new ApiError('NOT_FOUND', 'binMissing');
  return context;
}
