import type { Reading } from '@granary/contract/readings/reading-response';
import { DAY, type Millis, millis } from '@granary/domain/units';

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

/** How far a step goes: to the next reading, or to the same time of another day. */
export const RECORD_STEPS = ['reading', 'day', 'week'] as const;
export type RecordStep = (typeof RECORD_STEPS)[number];

const stepDays = { day: 1, week: 7 } as const;

/**
 * Finds the newest reading up to the same time a day or a week away from the shown one, or null. In
 * a gap without readings it is the neighbor, and beyond the latest reading it is that one.
 */
export async function stepDay(
  shown: Pick<Reading, 'at' | 'pageNo'>,
  direction: StepDirection,
  step: keyof typeof stepDays,
  source: ReadingSource,
): Promise<Reading | null> {
  const distance = stepDays[step] * DAY * (direction === 'older' ? -1 : 1);
  const target = millis(shown.at + distance);
  const latest = direction === 'older' ? null : await source.byPage(0);
  if (latest !== null && latest.at > shown.at && latest.at <= target) return latest;
  const found = await source.atOrBefore(target);
  const isBetween = found !== null && (direction === 'older' || found.at > shown.at);
  return isBetween ? found : stepReading(shown, direction, source);
}
