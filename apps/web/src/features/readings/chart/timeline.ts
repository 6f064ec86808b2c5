import type { ChartRecord } from '@granary/contract/readings/http';
import { noDataAfter } from '@granary/domain/boards/report-interval';
import { DAY, SECOND } from '@granary/domain/units';
import type { ChartedBin } from './panels.ts';

/** When a record stands: its instant, and its day on the farm where it is a day's. */
type RecordTime = Pick<ChartRecord, 'at' | 'day'>;

/** A value each time, null where there is none. */
export type Column = readonly (number | null)[];

/** Where readings are further apart than this, ms, a line breaks: the bin was silent meanwhile. */
export function maxInterval({ usualIntervalS }: Pick<ChartedBin, 'usualIntervalS'>): number {
  return noDataAfter(usualIntervalS * SECOND);
}

/** Days count by the calendar: the last readings of neighbouring days may be nearly 48 hours apart. */
function isGap(before: RecordTime, after: RecordTime, longest: number): boolean {
  if (before.day === null || after.day === null) return after.at - before.at > longest;
  return Date.parse(after.day) - Date.parse(before.day) > DAY;
}

/** The times that are drawn, and which record each of them is. */
export interface Timeline {
  /** ms; an empty one stands in every gap. */
  readonly times: readonly number[];
  /** The record of each time; null in a gap. */
  readonly records: readonly (number | null)[];
  /** Where each record is drawn. */
  readonly positions: readonly number[];
}

/** When records stand, with an empty time in every gap, so that no line crosses it. */
export function buildTimeline(moments: readonly RecordTime[], longest: number): Timeline {
  const times: number[] = [];
  const records: (number | null)[] = [];
  const places: number[] = [];
  let before: RecordTime | null = null;
  for (const [record, moment] of moments.entries()) {
    if (before !== null && isGap(before, moment, longest)) {
      times.push((before.at + moment.at) / 2);
      records.push(null);
    }
    places.push(times.length);
    times.push(moment.at);
    records.push(record);
    before = moment;
  }
  return { times, records, positions: places };
}

/** Values, one a record, as they stand along a timeline. */
export function alignValues({ records, positions }: Timeline, values: Column): Column {
  if (records.length === positions.length) return values;
  return records.map((record) => (record === null ? null : (values[record] ?? null)));
}

/** The places of values without a neighbour, which no line shows. */
export function findIsolated(column: Column): readonly number[] {
  const alone: number[] = [];
  for (let place = 0; place < column.length; place++) {
    if (column[place] === null) continue;
    if ((column[place - 1] ?? null) === null && (column[place + 1] ?? null) === null) {
      alone.push(place);
    }
  }
  return alone;
}
