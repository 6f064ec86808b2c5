import {
  dailyReadings,
  exportReadings,
  getSensorReading,
  getSensorReadingByFilters,
  sensorMinMaxReading,
} from '@granary/contract/readings/http';
import type { LedgerTotals } from '@granary/domain/inventory/ledger';
import { DAY, type Millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Caller } from '../access/guard.ts';
import type { LedgerStep } from '../inventory/ledger-store.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { type Guard, serve, serveJsonText, serveTextStream } from '../platform/http/serve.ts';
import type { ReadingRow, Tables } from '../platform/postgres/tables.ts';
import type { BinContext } from './bin-context.ts';
import {
  BY_READING_UP_TO_DAYS,
  chartByDay,
  chartByReading,
  type DailyChartedBin,
} from './chart/chart.ts';
import { dailyReading } from './chart/chart-point.ts';
import { chartText } from './chart/chart-text.ts';
import { type LoadAt, pastLoads } from './chart/fill-history.ts';
import { findDaysBetween } from './days/days-store.ts';
import { readingLines } from './export/export.ts';
import { findReadingAt, findReadingByNumber } from './readings-store.ts';
import { readingOfRow } from './row.ts';
import { type ChartSettings, type LevelSettings, presentReading } from './serialize-reading.ts';

export interface ReadingPorts {
  readonly db: Kysely<Tables>;
  readonly guard: Guard<Caller>;
  now(): Millis;
  loadBin(id: number): Promise<BinContext | null>;
  /** What of a bin its chart depends on; null where the bin is gone. */
  findChartSettings(binId: number): Promise<ChartSettings | null>;
  /** The sums of a bin's ledger up to an instant, or as it stands where that is null. */
  findLedger(binId: number, until: Date | null): Promise<LedgerTotals>;
  /** The sums of a bin's ledger from each of its entries on, oldest first. */
  findLedgerSteps(binId: number): Promise<readonly LedgerStep[]>;
}

/** A reading asked for by its instant may be at most this much older. */
const OLDEST = DAY;

/** Readings by number and by time, the chart and the days. */
export function readingRoutes(app: FastifyInstance, ports: ReadingPorts): void {
  const { db, guard } = ports;

  const present = async (row: ReadingRow, number: number) => {
    const [context, ledger] = await Promise.all([
      bin(ports, row.binId),
      // The newest reading shows the bin as it is now.
      ports.findLedger(row.binId, number === 0 ? null : row.at),
    ]);
    return presentReading(context, readingOfRow(row), number, ledger);
  };

  serve(app, guard, getSensorReading, async ({ query }) => {
    const row = await findReadingByNumber(db, query.bin_sensor_id, query.page_no);
    if (!row) throw new ApiError('INVALID_PAGE_NO', 'noMoreReadings');
    return present(row, query.page_no);
  });

  serve(app, guard, getSensorReadingByFilters, async ({ query }) => {
    const until = new Date(query.dateTime);
    const after = new Date(query.dateTime - OLDEST);
    const found = await findReadingAt(db, query.bin_sensor_id, after, until);
    return found ? [await present(found.row, found.number)] : [];
  });

  serveJsonText(app, guard, sensorMinMaxReading, async ({ query }) => {
    const { bin_sensor_id: binId, days, page_no: page } = query;
    const range = { days, page, now: ports.now() };
    if (days > BY_READING_UP_TO_DAYS) {
      return chartText(await chartByDay(db, binId, dailyCharted(ports, binId), range));
    }
    const context = await bin(ports, binId);
    const loadAt = await loadsOf(ports, binId, context.bin);
    return chartText(await chartByReading(db, { context, loadAt }, range));
  });

  serveTextStream(app, guard, exportReadings, async ({ query }) => {
    const { bin_sensor_id: binId, from, to } = query;
    return readingLines(db, await bin(ports, binId), { from, to });
  });

  serve(app, guard, dailyReadings, async ({ query }) => {
    const rows = await findDaysBetween(db, query.bin_sensor_id, query.from, query.to);
    return rows.map(dailyReading);
  });
}

async function dailyCharted(ports: ReadingPorts, binId: number): Promise<DailyChartedBin> {
  const settings = await ports.findChartSettings(binId);
  if (!settings) throw new ApiError('NOT_FOUND', 'binMissing');
  return { bin: settings, loadAt: await loadsOf(ports, binId, settings) };
}

/** The loads of a bin's past; its ledger, which may be long, counts only where it is kept by hand. */
async function loadsOf(ports: ReadingPorts, binId: number, bin: LevelSettings): Promise<LoadAt> {
  const isByHand = bin.loadMethod === 'manual';
  return pastLoads(bin, isByHand ? await ports.findLedgerSteps(binId) : []);
}

async function bin(ports: ReadingPorts, id: number): Promise<BinContext> {
  const context = await ports.loadBin(id);
  if (!context) throw new ApiError('NOT_FOUND', 'binMissing');
  return context;
}
