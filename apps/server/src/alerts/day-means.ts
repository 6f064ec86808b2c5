import { getLocalDayBounds } from '@granary/domain/bins/local-day';
import { calculateDayMeans, type DayMeans } from '@granary/domain/readings/day-means';
import type { Reading } from '@granary/domain/readings/reading';
import type { Millis } from '@granary/domain/units';
import type { Db } from '../platform/postgres/tables.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { calculateMoistureGrid } from '../readings/moisture-grid.ts';
import { findReadingsBetween } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import { type FanChange, findFanChanges } from './day-means-store.ts';

/** The readings of a bin on a local day, oldest first. */
export async function findReadingsOfDay(
  db: Db,
  { context }: BinWithFill,
  day: string,
): Promise<Reading[]> {
  const { from, to } = getLocalDayBounds(day, context.timeZone);
  const rows = await findReadingsBetween(db, context.bin.id, new Date(from), new Date(to));
  return rows.map(fromReadingRow).reverse();
}

/**
 * Calculates a bin's daily means for one local day from its stored readings; null if there are none.
 * `minSensorCounts` is the minimum number of sensors on each cable.
 */
export async function calculateMeansOfDay(
  db: Db,
  bin: BinWithFill,
  day: string,
  minSensorCounts: readonly number[],
): Promise<DayMeans | null> {
  const { context, getFillPercent } = bin;
  const readings = await findReadingsOfDay(db, bin, day);
  if (readings.length === 0) return null;
  const { from, to } = getLocalDayBounds(day, context.timeZone);
  const changes = await findFanChanges(db, context.bin.id, new Date(from), new Date(to));
  return calculateDayMeans(
    day,
    readings.map((reading) => ({
      reading,
      moistures: calculateMoistureGrid(context, reading),
      fillPercent: getFillPercent(reading.at, reading.scalars),
      isFanRunning: isFanRunning(changes, reading.at),
    })),
    context.cables,
    minSensorCounts,
  );
}

/** Whether the fan was running; null before its first change. */
function isFanRunning(changes: readonly FanChange[], at: Millis): boolean | null {
  return changes.findLast((change) => change.at.getTime() <= at)?.isOn ?? null;
}
