import type { ChartRecord } from '@granary/contract/readings/http';
import { getNoDataThreshold } from '@granary/domain/boards/report-interval';
import { DAY, SECOND } from '@granary/domain/units';
import type { ChartedBin } from './panels.ts';

/** A record's instant, and its farm day if it is daily. */
type RecordTime = Pick<ChartRecord, 'at' | 'day'>;

/** One value per time, null if missing. */
export type Column = readonly (number | null)[];

/** The longest interval between readings that a line bridges, ms; after it, the bin has no data. */
export function getMaxInterval({ usualIntervalS }: Pick<ChartedBin, 'usualIntervalS'>): number {
  return getNoDataThreshold(usualIntervalS * SECOND);
}

/** Days are compared by date: readings of neighboring days can be nearly 48 hours apart. */
function isGap(previous: RecordTime, next: RecordTime, maxInterval: number): boolean {
  if (previous.day === null || next.day === null) return next.at - previous.at > maxInterval;
  return Date.parse(next.day) - Date.parse(previous.day) > DAY;
}

/** The plotted times and their records. */
export interface Timeline {
  /** ms, with an extra time in every gap. */
  readonly times: readonly number[];
  /** The record index of each time; null in a gap. */
  readonly recordIndexes: readonly (number | null)[];
  /** The position of each record. */
  readonly positions: readonly number[];
}

/** Adds an extra time in every gap, so that no line crosses it. */
export function buildTimeline(recordTimes: readonly RecordTime[], maxInterval: number): Timeline {
  const times: number[] = [];
  const recordIndexes: (number | null)[] = [];
  const positions: number[] = [];
  let previous: RecordTime | null = null;
  for (const [record, recordTime] of recordTimes.entries()) {
    if (previous !== null && isGap(previous, recordTime, maxInterval)) {
      times.push((previous.at + recordTime.at) / 2);
      recordIndexes.push(null);
    }
    positions.push(times.length);
    times.push(recordTime.at);
    recordIndexes.push(record);
    previous = recordTime;
  }
  return { times, recordIndexes, positions };
}

/** Aligns the values of records with a timeline. */
export function alignValues({ recordIndexes, positions }: Timeline, values: Column): Column {
  if (recordIndexes.length === positions.length) return values;
  return recordIndexes.map((record) => (record === null ? null : (values[record] ?? null)));
}

/** Finds the positions of values without neighbors, which a line would not show. */
export function findIsolatedPositions(column: Column): readonly number[] {
  const isolatedPositions: number[] = [];
  for (let index = 0; index < column.length; index++) {
    if (column[index] === null) continue;
    if ((column[index - 1] ?? null) === null && (column[index + 1] ?? null) === null) {
      isolatedPositions.push(index);
    }
  }
  return isolatedPositions;
}
