import type { Reading } from '@granary/contract/readings/reading-response';
import { DAY, type Millis, millis } from '@granary/domain/units';

/** Loads readings; null if there is no such reading. */
export interface ReadingSource {
  readonly loadByPage: (pageNo: number) => Promise<Reading | null>;
  readonly loadAtOrBefore: (at: Millis) => Promise<Reading | null>;
}

export type StepDirection = 'older' | 'newer';

/** Readings arrive far apart, so the second attempt nearly always succeeds. */
const MAX_ATTEMPTS = 5;

/**
 * Finds the reading next to the shown reading, or null. Record numbers count from the latest, so each new
 * reading shifts them by one. The neighbor is fetched by its known number, and then the shown reading's
 * number is fetched by time: if it is unchanged, no number shifted in between.
 */
export async function stepReading(
  shownReading: Pick<Reading, 'at' | 'pageNo'>,
  direction: StepDirection,
  source: ReadingSource,
): Promise<Reading | null> {
  const offset = direction === 'older' ? 1 : -1;
  let pageNo = shownReading.pageNo;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const neighborPage = pageNo + offset;
    const neighbor = neighborPage < 0 ? null : await source.loadByPage(neighborPage);
    const newPageNo = (await source.loadAtOrBefore(shownReading.at))?.pageNo ?? pageNo;
    if (newPageNo === pageNo) return neighbor;
    pageNo = newPageNo;
  }
  return null;
}

/** How far a step goes: to the next reading, or to the same time on another day. */
export const RECORD_STEPS = ['reading', 'day', 'week'] as const;
export type RecordStep = (typeof RECORD_STEPS)[number];

const stepDays = { day: 1, week: 7 } as const;

/**
 * Finds the newest reading at or before the same time a day or a week away, or null. In a gap without
 * readings, finds the neighbor; beyond the latest reading, finds the latest.
 */
export async function stepDay(
  shownReading: Pick<Reading, 'at' | 'pageNo'>,
  direction: StepDirection,
  step: keyof typeof stepDays,
  source: ReadingSource,
): Promise<Reading | null> {
  const distance = stepDays[step] * DAY * (direction === 'older' ? -1 : 1);
  const target = millis(shownReading.at + distance);
  const latest = direction === 'older' ? null : await source.loadByPage(0);
  if (latest !== null && latest.at > shownReading.at && latest.at <= target) return latest;
  const candidate = await source.loadAtOrBefore(target);
  const isBetween = candidate !== null && (direction === 'older' || candidate.at > shownReading.at);
  return isBetween ? candidate : stepReading(shownReading, direction, source);
}
