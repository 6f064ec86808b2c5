import type { Db, ReadingRow } from '../../platform/postgres/tables.ts';

/** A bin's readings in `[from, to)` (ms), oldest first, at most `limit`. */
export async function findOldestReadings(
  db: Db,
  binId: number,
  from: number,
  to: number,
  limit: number,
): Promise<ReadingRow[]> {
  return db
    .selectFrom('readings')
    .selectAll()
    .where('binId', '=', binId)
    .where('at', '>=', new Date(from))
    .where('at', '<', new Date(to))
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** The largest number of sensors that each cable of a bin has had, according to its stored days. */
export async function findSensorCounts(db: Db, binId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('days')
    .select('lengths')
    .distinct()
    .where('binId', '=', binId)
    .execute();
  const counts: number[] = [];
  for (const { lengths } of rows) {
    lengths.forEach((length, cable) => {
      counts[cable] = Math.max(counts[cable] ?? 0, length);
    });
  }
  return counts;
}
