import type { LevelCheck } from '@granary/contract/inventory/http';
import { isContradictedByLevel, isMeasuredAfterEntry } from '@granary/domain/inventory/level-check';
import { HOUR, millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import { findEntryLevels, type MeasuredLevel } from './level-check-store.ts';

/** Filling or emptying a bin takes some hours, and people enter it before or after that. */
const AROUND = 6 * HOUR;

/** A bin's level sensor. */
export interface LevelMeter {
  readonly binSize: number;
  /** The quantity in the bin, in the unit of its size; null if it was not measured. */
  measure(level: Omit<MeasuredLevel, 'at'>): number | null;
}

/**
 * Compares a ledger entry with the change in level over its time; null if the bin has no
 * level sensor, no size, no reading before the entry, or none since its grain was moved.
 */
export async function checkLevel(
  db: Db,
  findLevelMeter: (binId: number) => Promise<LevelMeter | null>,
  loadId: number,
): Promise<LevelCheck | null> {
  const levels = await findEntryLevels(db, loadId, AROUND);
  if (levels === null) return null;
  const from = millis(levels.before.at.getTime());
  const to = millis(levels.after.at.getTime());
  if (!isMeasuredAfterEntry(millis(levels.at.getTime()), to)) return null;
  const meter = await findLevelMeter(levels.binId);
  if (meter === null) return null;
  const [before, after] = [meter.measure(levels.before), meter.measure(levels.after)];
  if (before === null || after === null) return null;
  const { entered } = levels;
  const measured = after - before;
  return {
    entered,
    measured,
    from,
    to,
    isContradicted: isContradictedByLevel({ entered, measured, binSize: meter.binSize }),
  };
}
