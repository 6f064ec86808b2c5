import type { Reading } from '@granary/contract/readings/wire';
import type { Millis } from '@granary/domain/units';

/** Where readings come from; null stands for none. */
export interface ReadingSource {
  readonly byPage: (pageNo: number) => Promise<Reading | null>;
  readonly atOrBefore: (at: Millis) => Promise<Reading | null>;
}

export type StepDirection = 'older' | 'newer';

/** Readings arrive far apart, so the second try nearly always stands. */
const TRIES = 5;

/**
 * The reading next to one that is shown, or null where there is none. Record numbers count from the
 * latest, so each new reading moves them all by one. The neighbour is fetched by the number it had,
 * and only then is the number of the shown one read anew by its time: if that is still the same,
 * nothing moved before either.
 */
export async function stepReading(
  shown: Pick<Reading, 'at' | 'pageNo'>,
  direction: StepDirection,
  source: ReadingSource,
): Promise<Reading | null> {
  const offset = direction === 'older' ? 1 : -1;
  let pageNo = shown.pageNo;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const wanted = pageNo + offset;
    const neighbour = wanted < 0 ? null : await source.byPage(wanted);
    const now = (await source.atOrBefore(shown.at))?.pageNo ?? pageNo;
    if (now === pageNo) return neighbour;
    pageNo = now;
  }
  return null;
}
