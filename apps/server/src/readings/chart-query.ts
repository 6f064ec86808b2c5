import { CHART_PAGE, type ChartRecord } from '@granary/contract/readings/http';
import { dayOf } from '@granary/domain/bins/days';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import type { BinContext } from '../bins/context.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { chartDay, chartReadings } from './chart.ts';
import { readingOfRow } from './row.ts';
import { countReadings, findChartDays, findReadingsBetween } from './store.ts';

/** Ranges beyond this many days are drawn by the day. */
const BY_READING_UP_TO_DAYS = 30;
/** Readings are fetched a day at a time, so that a flood of them does not fill memory. */
const FETCHED_MS = DAY;
/** A reading may stand this far ahead of now. */
const AHEAD = HOUR;

/** A page (from 1) of a bin's chart over the last `days` days, newest first. */
export async function chart(
  db: Kysely<Tables>,
  context: BinContext,
  days: number,
  page: number,
  now: Millis,
): Promise<ChartRecord[]> {
  const since = millis(now - days * DAY);
  if (days > BY_READING_UP_TO_DAYS) {
    const from = dayOf(since, context.timeZone);
    const offset = (page - 1) * CHART_PAGE;
    const rows = await findChartDays(db, context.bin.id, from, CHART_PAGE, offset);
    return rows.map(chartDay);
  }
  // All readings of the range fit on the first page: in full, or merged.
  if (page > 1) return [];
  const count = await countReadings(db, context.bin.id, new Date(since));
  return readingsChart(db, context, since, now, count > CHART_PAGE);
}

async function readingsChart(
  db: Kysely<Tables>,
  context: BinContext,
  since: Millis,
  now: Millis,
  isMerged: boolean,
): Promise<ChartRecord[]> {
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
