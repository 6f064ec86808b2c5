import { CHART_PAGE, type ChartRecord } from '@granary/contract/readings/http';
import { dayOf } from '@granary/domain/bins/days';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { type BinContext, knownZone } from '../bins/context.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { chartDay, chartReadings } from './chart.ts';
import { findChartDays } from './days-store.ts';
import { readingOfRow } from './row.ts';
import { countReadings, findReadingsBetween } from './store.ts';

/** Ranges beyond this many days are drawn by the day. */
export const BY_READING_UP_TO_DAYS = 30;
/** Readings are fetched a day at a time, so that a flood of them does not fill memory. */
const FETCHED_MS = DAY;
/** A reading may stand this far ahead of now. */
const AHEAD = HOUR;

/** The last days of a bin, and which page (from 1) of them. */
export interface ChartRange {
  readonly days: number;
  readonly page: number;
  readonly now: Millis;
}

/** A bin's chart by the day, newest first. */
export async function chartByDay(
  db: Kysely<Tables>,
  binId: number,
  { days, page, now }: ChartRange,
): Promise<ChartRecord[]> {
  const since = millis(now - days * DAY);
  // No zone is a whole day behind that of Greenwich.
  const earliest = dayOf(millis(since - DAY), 'UTC');
  const rows = await findChartDays(db, binId, earliest, CHART_PAGE, (page - 1) * CHART_PAGE);
  const [newest] = rows;
  if (!newest) return [];
  const first = dayOf(since, knownZone(newest.zone));
  return rows.filter(({ day }) => day >= first).map(chartDay);
}

/** A bin's chart by the reading, or by spans where those are too many for a page; newest first. */
export async function chartByReading(
  db: Kysely<Tables>,
  context: BinContext,
  { days, page, now }: ChartRange,
): Promise<ChartRecord[]> {
  // All readings of the range fit on the first page: in full, or merged.
  if (page > 1) return [];
  const since = millis(now - days * DAY);
  const isMerged = (await countReadings(db, context.bin.id, new Date(since))) > CHART_PAGE;
  // Boards' clocks may run a little ahead, and their readings belong to the chart too.
  const end = now + AHEAD;
  const spanMs = isMerged ? Math.ceil((end - since) / CHART_PAGE) : 1;
  const records: ChartRecord[] = [];
  let together: Reading[] = [];
  let spanOfThese = -1;
  const draw = () => {
    if (together.length > 0) records.push(chartReadings(context, together));
    together = [];
  };
  for (let before = end; before > since; before -= FETCHED_MS) {
    const from = Math.max(since, before - FETCHED_MS);
    const rows = await findReadingsBetween(db, context.bin.id, new Date(from), new Date(before));
    for (const row of rows) {
      const reading = readingOfRow(row);
      const span = Math.floor((end - reading.at) / spanMs);
      if (span !== spanOfThese) draw();
      spanOfThese = span;
      together.push(reading);
    }
  }
  draw();
  return records;
}
