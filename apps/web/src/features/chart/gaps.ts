import { HOUR, type Millis } from '@granary/domain/units';
import type { ChartedBin } from './panels.ts';

/**
 * Where readings are further apart than this, ms, a line breaks: the longer of two usual intervals
 * and two hours, and between daily records a day and a half.
 */
export function longestStep(bin: Pick<ChartedBin, 'usualIntervalS'>, isDaily: boolean): number {
  return isDaily ? 36 * HOUR : Math.max(2 * bin.usualIntervalS * 1000, 2 * HOUR);
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

/** Times, and values beside them, with an empty record in every gap, so that no line crosses one. */
export function withGaps(
  times: readonly Millis[],
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
  times.forEach((at, record) => {
    const before = times[record - 1];
    if (before !== undefined && at - before > longest) draw(before + longest / 2, null);
    drawn.places.push(drawn.times.length);
    draw(at, record);
  });
  return drawn;
}
