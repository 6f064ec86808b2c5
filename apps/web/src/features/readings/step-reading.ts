import type { Reading } from '@granary/contract/readings/reading-response';
import type { Millis } from '@granary/domain/units';

/** Null if there is no such reading. */
export interface ReadingSource {
  readonly byPage: (pageNo: number) => Promise<Reading | null>;
  readonly atOrBefore: (at: Millis) => Promise<Reading | null>;
}

export type StepDirection = 'older' | 'newer';

/** Readings arrive far apart, so the second attempt nearly always succeeds. */
const TRIES = 5;

/**
 * Finds the reading next to the shown one, or null. Record numbers count from the latest, so each
 * new reading shifts them by one. The neighbor is fetched by its known number, and then the shown
 * reading's number is fetched by time: if it is unchanged, no number shifted in between.
 */
export async function stepReading(
  shown: Pick<Reading, 'at' | 'pageNo'>,
  direction: StepDirection,
  source: ReadingSource,
): Promise<Reading | null> {
  const offset = direction === 'older' ? 1 : -1;
  let pageNo = shown.pageNo;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const neighborPage = pageNo + offset;
    const neighbor = neighborPage < 0 ? null : await source.byPage(neighborPage);
    const now = (await source.atOrBefore(shown.at))?.pageNo ?? pageNo;
    if (now === pageNo) return neighbor;
    pageNo = now;
  }
  return null;
}
