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
  sensorStatus,
  toVisibleReading,
} from './bin-context.ts';
import { findNewestInParts } from './chart/chart-store.ts';
import type { BinWithFill } from './fill-history.ts';
import { fromReadingRow } from './row.ts';

/** The settings that the conditions of a bin depend on, at a fill level, percent; null: unknown. */
export function toConditionSettings(
  context: AssessmentContext,
  reading: Reading | null,
  fillPercent: number | null,
): Omit<ConditionInputs, 'reading'> {
  return {
    crop: context.bin.crop,
    cables:
      reading === null ? [] : [...context.cables, ...findUnconfiguredCables(context, reading)],
    getStatus: (cable, position) => sensorStatus(context, cable, position),
    fillPercent,
    difference: context.bin.differenceAlertC,
  };
}

/** The conditions after a reading, from those before it. */
export function followReading(
  { context, fillAt }: Pick<BinWithFill, 'fillAt'> & { readonly context: AssessmentContext },
  before: BinConditions,
  sent: Reading,
): BinConditions {
  const reading = toVisibleReading(context, sent);
  const fillPercent = fillAt(reading.at, reading.scalars);
  return trackConditions(before, {
    ...toConditionSettings(context, reading, fillPercent),
    reading,
  });
}

/** Conditions depend on the readings of this period: a day of CO2, and an hour before it. */
export const LOOKBACK_PERIOD = 25 * HOUR;
/** For boards that report more often, one reading in this time is enough. */
const STEP = 10 * MINUTE;

/**
 * Whether the reading at an instant (ms) updates the conditions: the first of its ten minutes does; `before`
 * is the previous reading's instant.
 */
export function isFollowed(before: number, at: number): boolean {
  return Math.floor(before / STEP) !== Math.floor(at / STEP);
}

/** A bin's conditions after its newest reading up to an instant, from its stored readings. */
export async function calculateConditions(
  db: Db,
  bin: BinWithFill,
  until: Millis,
): Promise<BinConditions> {
  const rows = await findNewestInParts(db, bin.context.bin.id, {
    since: until - LOOKBACK_PERIOD,
    until,
    partMs: STEP,
    parts: LOOKBACK_PERIOD / STEP,
  });
  return rows
    .map(fromReadingRow)
    .reverse()
    .reduce<BinConditions>((before, reading) => followReading(bin, before, reading), NO_CONDITIONS);
}
