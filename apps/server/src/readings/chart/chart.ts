import { CHART_PAGE_SIZE } from '@granary/contract/readings/http';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { toLocalDay } from '@granary/domain/bins/local-day';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import type { Db } from '../../platform/postgres/tables.ts';
import { toVisibleBattery } from '../bin-context.ts';
import type { BinWithFill, GetFillPercent } from '../fill-history.ts';
import { findReadingsBetween } from '../readings-store.ts';
import { fromReadingRow } from '../row.ts';
import type { ChartSettings } from '../serialize-reading.ts';
import { type ChartPoint, toChartPoint } from './chart-point.ts';
import {
  countByBucket,
  findChartDays,
  findNewestPerBucket,
  findPressureCableCounts,
  hasMoreReadings,
  type PressureCableCounts,
} from './chart-store.ts';

/** Ranges longer than this many days show one point per day. */
export const MAX_DAYS_BY_READING = 30;
/** Readings are loaded this many spans at a time, to limit memory. */
const SPANS_PER_QUERY = 500;
/** Each span is divided into this many buckets; its point is made from the newest reading of each. */
const BUCKETS_PER_SPAN = 2;
/** The chart includes readings with timestamps up to this far in the future. */
const MAX_CLOCK_SKEW = HOUR;

/** A bin's settings and fill history, for a daily chart. */
export interface DailyChartBin {
  readonly bin: ChartSettings;
  readonly getFillPercent: GetFillPercent;
}

/** The number of days to chart, up to now, and the page, starting at 1. */
export interface ChartRange {
  readonly days: number;
  readonly page: number;
  readonly now: Millis;
}

/** A chart with one point for each day, newest first; the bin is loaded at the same time. */
export async function loadChartByDay(
  db: Db,
  binId: number,
  binPromise: Promise<DailyChartBin>,
  { days, page, now }: ChartRange,
): Promise<ChartPoint[]> {
  const since = millis(now - days * DAY);
  // No time zone is a whole day behind UTC.
  const earliest = toLocalDay(millis(since - DAY), 'UTC');
  const [{ bin, getFillPercent }, rows] = await Promise.all([
    binPromise,
    findChartDays(db, {
      binId,
      from: earliest,
      limit: CHART_PAGE_SIZE,
      offset: (page - 1) * CHART_PAGE_SIZE,
    }),
  ]);
  const [newest] = rows;
  if (!newest) return [];
  const firstDay = toLocalDay(since, toKnownZone(newest.zone));
  const rowsInRange = rows.filter(({ day }) => day >= firstDay);
  const pressures =
    bin.loadMethod === 'pressure cable'
      ? await findPressureCableCounts(
          db,
          binId,
          rowsInRange.map(({ lastAt }) => lastAt),
        )
      : new Map<number, PressureCableCounts>();
  return rowsInRange.map((row) => {
    const at = millis(row.lastAt.getTime());
    const { levelMm } = row;
    const { pressureX1 = null, pressureX2 = null } = pressures.get(at) ?? {};
    return {
      ...row,
      battery: toVisibleBattery(bin, row),
      fillPercent: getFillPercent(at, { levelMm, pressureX1, pressureX2 }),
    };
  });
}

/**
 * A chart with one point for each reading, newest first. If there are too many for a page, a point covers a
 * span of time: it shows the newest reading in each half of the span, and how many readings the span has.
 */
export async function loadChartByReading(
  db: Db,
  chartBin: BinWithFill,
  { days, page, now }: ChartRange,
): Promise<ChartPoint[]> {
  // All points of the range fit on the first page.
  if (page > 1) return [];
  const since = new Date(now - days * DAY);
  const { context, getFillPercent } = chartBin;
  if (await hasMoreReadings(db, context.bin.id, since, CHART_PAGE_SIZE)) {
    return loadChartBySpan(db, chartBin, { days, page, now });
  }
  const rows = await findReadingsBetween(db, context.bin.id, since, new Date(now + MAX_CLOCK_SKEW));
  return rows.map((row) => toChartPoint(context, [fromReadingRow(row)], getFillPercent));
}

async function loadChartBySpan(
  db: Db,
  { context, getFillPercent }: BinWithFill,
  { days, now }: ChartRange,
): Promise<ChartPoint[]> {
  // Readings with timestamps slightly in the future are part of the chart.
  const chartEnd = now + MAX_CLOCK_SKEW;
  const bucketMs = Math.ceil((days * DAY + MAX_CLOCK_SKEW) / (CHART_PAGE_SIZE * BUCKETS_PER_SPAN));
  const spanMs = bucketMs * BUCKETS_PER_SPAN;
  const since = now - days * DAY;
  const counts = await countByBucket(db, context.bin.id, {
    since,
    until: chartEnd,
    bucketMs: spanMs,
  });
  const points: ChartPoint[] = [];
  for (let firstSpan = 0; firstSpan < CHART_PAGE_SIZE; firstSpan += SPANS_PER_QUERY) {
    const rows = await findNewestPerBucket(db, context.bin.id, {
      since,
      until: chartEnd - firstSpan * spanMs,
      bucketMs,
      bucketCount: Math.min(SPANS_PER_QUERY, CHART_PAGE_SIZE - firstSpan) * BUCKETS_PER_SPAN,
    });
    const spans = new Map<number, Reading[]>();
    for (const reading of rows.map(fromReadingRow)) {
      const span = Math.floor((chartEnd - reading.at) / spanMs);
      spans.set(span, [...(spans.get(span) ?? []), reading]);
    }
    for (const [span, readings] of spans) {
      const count = counts.get(span) ?? readings.length;
      points.push(toChartPoint(context, readings, getFillPercent, count));
    }
  }
  return points;
}
