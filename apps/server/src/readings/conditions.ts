import {
  type BinConditions,
  type ConditionInputs,
  NO_CONDITIONS,
  trackConditions,
} from '@granary/domain/bins/conditions';
import type { Reading } from '@granary/domain/readings/reading';
import { HOUR, MINUTE, type Millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import {
  type AssessmentContext,
  findUnconfiguredCables,
  getSensorStatus,
  toVisibleReading,
} from './bin-context.ts';
import { findNewestPerBucket } from './chart/chart-store.ts';
import type { BinWithFill } from './fill-history.ts';
import { fromReadingRow } from './row.ts';

/** The settings that a bin's conditions depend on at a fill level (percent; null if unknown). */
export function toConditionSettings(
  context: AssessmentContext,
  reading: Reading | null,
  fillPercent: number | null,
): Omit<ConditionInputs, 'reading'> {
  return {
    crop: context.bin.crop,
    cables:
      reading === null ? [] : [...context.cables, ...findUnconfiguredCables(context, reading)],
    getStatus: (cable, position) => getSensorStatus(context, cable, position),
    fillPercent,
    difference: context.bin.differenceAlertC,
  };
}

/** Calculates the conditions after a reading from the conditions before it. */
export function applyReading(
  {
    context,
    getFillPercent,
  }: Pick<BinWithFill, 'getFillPercent'> & { readonly context: AssessmentContext },
  previousConditions: BinConditions,
  originalReading: Reading,
): BinConditions {
  const reading = toVisibleReading(context, originalReading);
  const fillPercent = getFillPercent(reading.at, reading.scalars);
  return trackConditions(previousConditions, {
    ...toConditionSettings(context, reading, fillPercent),
    reading,
  });
}

/** Conditions depend on the readings of this period: a day of CO2, and an hour before it. */
export const LOOKBACK_PERIOD = 25 * HOUR;
/** If a board reports more often than this, one reading per interval is enough. */
const SAMPLING_INTERVAL = 10 * MINUTE;

/**
 * Whether the reading at `at` (ms) updates the conditions: only the first one in each ten-minute interval
 * does. `previousAt` is when the previous reading was taken.
 */
export function updatesConditions(previousAt: number, at: number): boolean {
  return Math.floor(previousAt / SAMPLING_INTERVAL) !== Math.floor(at / SAMPLING_INTERVAL);
}

/** Calculates a bin's conditions as of `until` from its stored readings. */
export async function calculateConditions(
  db: Db,
  bin: BinWithFill,
  until: Millis,
): Promise<BinConditions> {
  const rows = await findNewestPerBucket(db, bin.context.bin.id, {
    since: until - LOOKBACK_PERIOD,
    until,
    bucketMs: SAMPLING_INTERVAL,
    bucketCount: LOOKBACK_PERIOD / SAMPLING_INTERVAL,
  });
  return rows
    .map(fromReadingRow)
    .reverse()
    .reduce<BinConditions>((before, reading) => applyReading(bin, before, reading), NO_CONDITIONS);
}
