import { CHART_PAGE } from '@granary/contract/readings/http';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { knownZone } from '@granary/domain/farms/time-zones';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { type BinContext } from '../bin-context.ts';
import { findReadingsBetween } from '../readings-store.ts';
import { readingOfRow } from '../row.ts';
import { type ChartSettings, shownBattery } from '../serialize-reading.ts';
import { type ChartPoint, chartReadings } from './chart-point.ts';
import {
  countByParts,
  findChartDays,
  findNewestOfParts,
  findPressures,
  hasMoreReadings,
  type Pressures,
} from './chart-store.ts';
import type { LoadAt } from './fill-history.ts';

/** Ranges beyond this many days are drawn by the day. */
export const BY_READING_UP_TO_DAYS = 30;
/** Readings are fetched this many spans at a time, so that a flood of them does not fill memory. */
const FETCHED_SPANS = 500;
/** Of so many parts of a span the newest reading each is drawn where there are too many to draw. */
const PARTS_OF_SPAN = 2;
/** A reading may stand this far ahead of now. */
const AHEAD = HOUR;

/** A bin whose chart is drawn, with the loads of its past. */
export interface ChartedBin {
  readonly context: BinContext;
  readonly loadAt: LoadAt;
}

/** A bin whose chart is drawn by the day, with the loads of its past. */
export interface DailyChartedBin {
  readonly bin: ChartSettings;
  readonly loadAt: LoadAt;
}

/** The last days of a bin, and which page (from 1) of them. */
export interface ChartRange {
  readonly days: number;
  readonly page: number;
  readonly now: Millis;
}

/** A bin's chart by the day, newest first; its settings are on their way. */
export async function chartByDay(
  db: Kysely<Tables>,
  binId: number,
  charted: Promise<DailyChartedBin>,
  { days, page, now }: ChartRange,
): Promise<ChartPoint[]> {
  const since = millis(now - days * DAY);
  // No zone is a whole day behind that of Greenwich.
  const earliest = toLocalDay(millis(since - DAY), 'UTC');
  const [{ bin, loadAt }, rows] = await Promise.all([
    charted,
    findChartDays(db, {
      binId,
      from: earliest,
      limit: CHART_PAGE,
      offset: (page - 1) * CHART_PAGE,
    }),
  ]);
  const [newest] = rows;
  if (!newest) return [];
  const first = toLocalDay(since, knownZone(newest.zone));
  const drawn = rows.filter(({ day }) => day >= first);
  const pressures =
    bin.loadMethod === 'pressure cable'
      ? await findPressures(
          db,
          binId,
          drawn.map(({ lastAt }) => lastAt),
        )
      : new Map<number, Pressures>();
  return drawn.map((row) => {
    const at = millis(row.lastAt.getTime());
    const { levelMm } = row;
    const { pressureX1 = null, pressureX2 = null } = pressures.get(at) ?? {};
    return {
      ...row,
      battery: shownBattery(bin, row),
      fillPercent: loadAt(at, { levelMm, pressureX1, pressureX2 }),
    };
  });
}

/**
 * A bin's chart by the reading; where those are too many for a page, by equal spans of time, each
 * drawn from the newest reading of its first and its second half, with how many it had. Newest
 * first.
 */
export async function chartByReading(
  db: Kysely<Tables>,
  charted: ChartedBin,
  { days, page, now }: ChartRange,
): Promise<ChartPoint[]> {
  // All readings of the range fit on the first page: in full, or thinned out.
  if (page > 1) return [];
  const since = new Date(now - days * DAY);
  const { context, loadAt } = charted;
  if (await hasMoreReadings(db, context.bin.id, since, CHART_PAGE)) {
    return chartBySpan(db, charted, { days, page, now });
  }
  const rows = await findReadingsBetween(db, context.bin.id, since, new Date(now + AHEAD));
  return rows.map((row) => chartReadings(context, [readingOfRow(row)], loadAt));
}

async function chartBySpan(
  db: Kysely<Tables>,
  { context, loadAt }: ChartedBin,
  { days, now }: ChartRange,
): Promise<ChartPoint[]> {
  // Boards' clocks may run a little ahead, and their readings belong to the chart too.
  const newest = now + AHEAD;
  const partMs = Math.ceil((days * DAY + AHEAD) / (CHART_PAGE * PARTS_OF_SPAN));
  const spanMs = partMs * PARTS_OF_SPAN;
  const since = now - days * DAY;
  const counts = await countByParts(db, context.bin.id, { since, until: newest, partMs: spanMs });
  const points: ChartPoint[] = [];
  for (let first = 0; first < CHART_PAGE; first += FETCHED_SPANS) {
    const rows = await findNewestOfParts(db, context.bin.id, {
      since,
      until: newest - first * spanMs,
      partMs,
      parts: Math.min(FETCHED_SPANS, CHART_PAGE - first) * PARTS_OF_SPAN,
    });
    const spans = new Map<number, Reading[]>();
    for (const reading of rows.map(readingOfRow)) {
      const span = Math.floor((newest - reading.at) / spanMs);
      spans.set(span, [...(spans.get(span) ?? []), reading]);
    }
    for (const [span, together] of spans) {
      const count = counts.get(span) ?? together.length;
      points.push(chartReadings(context, together, loadAt, count));
    }
  }
  return points;
}
