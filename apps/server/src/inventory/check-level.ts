import type { LevelCheck } from '@granary/contract/inventory/http';
import { isContradictedByLevel, UNLOADING_TIME } from '@granary/domain/inventory/level-check';
import { HOUR, millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import { findEntryLevels, type MeasuredLevel } from './level-check-store.ts';

/** Filling or emptying a bin takes hours, and users might record it before or after. */
const ENTRY_TIME_TOLERANCE = 6 * HOUR;

/** A bin's level sensor. */
export interface LevelSensor {
  readonly binSize: number;
  /** The quantity in the bin, in the unit of its size; null if it was not measured. */
  measure(level: Omit<MeasuredLevel, 'at'>): number | null;
}

/**
 * Compares a ledger entry with the measured change in level around that time; null if the bin has no level
 * sensor, no size, no reading before the entry, or none since the grain was moved.
 */
export async function checkLevel(
  db: Db,
  findLevelSensor: (binId: number) => Promise<LevelSensor | null>,
  loadId: number,
): Promise<LevelCheck | null> {
  const levels = await findEntryLevels(db, loadId, {
    toleranceMs: ENTRY_TIME_TOLERANCE,
    unloadingMs: UNLOADING_TIME,
  });
  if (levels === null) return null;
  const from = millis(levels.before.at.getTime());
  const to = millis(levels.after.at.getTime());
  const sensor = await findLevelSensor(levels.binId);
  if (sensor === null) return null;
  const [quantityBefore, quantityAfter] = [
    sensor.measure(levels.before),
    sensor.measure(levels.after),
  ];
  if (quantityBefore === null || quantityAfter === null) return null;
  const { enteredChange } = levels;
  const measuredChange = quantityAfter - quantityBefore;
  return {
    enteredChange,
    measuredChange,
    from,
    to,
    isContradicted: isContradictedByLevel({
      enteredChange,
      measuredChange,
      binSize: sensor.binSize,
    }),
  };
}
