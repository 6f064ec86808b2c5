import type { ChartRecord } from '@granary/contract/readings/http';
import { DAY, HOUR } from '@granary/domain/units';
import type { ChartedBin } from './panels.ts';

/** When a record stands: its instant, and its day on the farm where it is a day's. */
type Moment = Pick<ChartRecord, 'at' | 'day'>;

/** Where readings are further apart than this, ms, a line breaks: two usual intervals, at least two hours. */
export function longestStep(bin: Pick<ChartedBin, 'usualIntervalS'>): number {
  return Math.max(2 * bin.usualIntervalS * 1000, 2 * HOUR);
}

/** Days count by the calendar: the last readings of neighbouring days may be nearly 48 hours apart. */
function isGap(before: Moment, after: Moment, longest: number): boolean {
  if (before.day === null || after.day === null) return after.at - before.at > longest;
  return Date.parse(after.day) - Date.parse(before.day) > DAY;
}

/** What is drawn over the time, and which record each of it is. */
export interface Drawn {
  /** ms; an empty one stands in every gap. */
  readonly times: readonly number[];
  readonly columns: readonly (readonly (number | null)[])[];
  /** The record of each time; null in a gap. */
  readonly records: readonly (number | null)[];
  /** Where each record is drawn. */
  readonly places: readonly number[];
}

/** When records stand, and values beside them, with an empty one in every gap, so that no line crosses it. */
export function withGaps(
  moments: readonly Moment[],
  columns: readonly (readonly (number | null)[])[],
  longest: number,
): Drawn {
  const drawn = {
    times: [] as number[],
    columns: columns.map((): (number | null)[] => []),
    records: [] as (number | null)[],
    places: [] as number[],
  };
  const draw = (at: number, record: number | null) => {
    drawn.times.push(at);
    drawn.records.push(record);
    columns.forEach((column, which) =>
      drawn.columns[which]?.push(record === null ? null : (column[record] ?? null)),
    );
  };
  moments.forEach((moment, record) => {
    const before = moments[record - 1];
    if (before !== undefined && isGap(before, moment, longest)) {
      draw((before.at + moment.at) / 2, null);
    }
    drawn.places.push(drawn.times.length);
    draw(moment.at, record);
  });
  return drawn;
}
