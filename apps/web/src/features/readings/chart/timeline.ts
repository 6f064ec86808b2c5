import type { ChartRecord } from '@granary/contract/readings/http';
import { noDataThreshold } from '@granary/domain/boards/report-interval';
import { DAY, SECOND } from '@granary/domain/units';
import type { ChartedBin } from './panels.ts';

/** A record's instant, and its farm day if it is daily. */
type RecordTime = Pick<ChartRecord, 'at' | 'day'>;

/** One value per time, null if missing. */
export type Column = readonly (number | null)[];

/** The longest interval between readings that a line bridges, ms; after it, the bin has no data. */
export function maxInterval({ usualIntervalS }: Pick<ChartedBin, 'usualIntervalS'>): number {
  return noDataThreshold(usualIntervalS * SECOND);
}

/** Days are compared by date: readings of neighboring days may be nearly 48 hours apart. */
function isGap(before: RecordTime, after: RecordTime, longestGap: number): boolean {
  if (before.day === null || after.day === null) return after.at - before.at > longestGap;
  return Date.parse(after.day) - Date.parse(before.day) > DAY;
}

/** The plotted times and their records. */
export interface Timeline {
  /** ms, with an extra time in every gap. */
  readonly times: readonly number[];
  /** The record index of each time; null in a gap. */
  readonly records: readonly (number | null)[];
  /** The position of each record. */
  readonly positions: readonly number[];
}

/** Adds an extra time in every gap, so that no line crosses it. */
export function buildTimeline(recordTimes: readonly RecordTime[], longestGap: number): Timeline {
  const times: number[] = [];
  const records: (number | null)[] = [];
  const places: number[] = [];
  let before: RecordTime | null = null;
  for (const [record, recordTime] of recordTimes.entries()) {
    if (before !== null && isGap(before, recordTime, longestGap)) {
      times.push((before.at + recordTime.at) / 2);
      records.push(null);
    }
    places.push(times.length);
    times.push(recordTime.at);
    records.push(record);
    before = recordTime;
  }
  return { times, records, positions: places };
}

/** Aligns the values of records with a timeline. */
export function alignValues({ records, positions }: Timeline, values: Column): Column {
  if (records.length === positions.length) return values;
  return records.map((record) => (record === null ? null : (values[record] ?? null)));
}

/** Finds the positions of values without neighbors, which a line would not show. */
export function findIsolated(column: Column): readonly number[] {
  const isolated: number[] = [];
  for (let index = 0; index < column.length; index++) {
    if (column[index] === null) continue;
    if ((column[index - 1] ?? null) === null && (column[index + 1] ?? null) === null) {
      isolated.push(index);
    }
  }
  return isolated;
}
