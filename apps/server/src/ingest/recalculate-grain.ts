import { toKnownZone } from '@granary/domain/bins/known-zone';
import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import type { Reading } from '@granary/domain/readings/reading';
import { millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { calculateConditions } from '../readings/conditions.ts';
import { calculateDay } from '../readings/days/day.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { packSmallints } from '../readings/packed-smallints.ts';
import { findReadingsBetween } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import { lockLatest } from './readings-store.ts';
import {
  findBinsWithOldDigest,
  findBinsWithOutdatedDays,
  findOutdatedDays,
  storeConditions,
  writeDailyGrain,
} from './recalculate-grain-store.ts';

export interface RecalculationPorts {
  readonly db: Db;
  /** An existing bin with its fill history. */
  loadBin(db: Db, id: number): Promise<BinWithFill | null>;
  /** Marks a bin whose displayed values changed. */
  markBin(trx: Trx, binId: number): Promise<void>;
  failed(error: unknown): void;
}

/**
 * Recalculates the values under grain that an upgrade or a change to settings or a ledger made outdated:
 * first the bins' conditions, then their days, newest first. The database stores what is left, so the next
 * run continues work that was interrupted.
 */
export async function recalculateGrain(
  ports: RecalculationPorts,
  signal: AbortSignal,
): Promise<void> {
  // A bin that fails must not block the next ones.
  const forEachBin = async (binIds: readonly number[], work: (binId: number) => Promise<void>) => {
    for (const binId of binIds) {
      if (signal.aborted) return;
      await work(binId).catch(ports.failed);
    }
  };
  await forEachBin(await findBinsWithOldDigest(ports.db), (id) => recalculateConditions(ports, id));
  await forEachBin(await findBinsWithOutdatedDays(ports.db), async (id) => {
    while (!signal.aborted && (await recalculateNewestDays(ports, id)));
  });
}

/** Calculates a bin's conditions with its current settings, and marks its days as outdated. */
async function recalculateConditions({ db, loadBin, markBin }: RecalculationPorts, binId: number) {
  await db.transaction().execute(async (trx) => {
    const [lockedBin] = await lockLatest(trx, [binId]);
    const bin = await loadBin(trx, binId);
    if (!bin) return;
    const newestAt = lockedBin?.recent[0];
    const conditions =
      newestAt === undefined ? null : await calculateConditions(trx, bin, millis(newestAt));
    await storeConditions(trx, binId, conditions);
    await markBin(trx, binId);
  });
}

/** Days are calculated in one transaction until together they have at least this many readings. */
const READINGS_PER_TRANSACTION = 10_000;

/** Calculates the newest outdated days of a bin; false if none is left. */
async function recalculateNewestDays(
  { db, loadBin }: RecalculationPorts,
  binId: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [lockedBin] = await lockLatest(trx, [binId]);
    const bin = await loadBin(trx, binId);
    const days = await findOutdatedDays(trx, binId, READINGS_PER_TRANSACTION);
    if (!bin || days.length === 0) return false;
    const zone = toKnownZone(lockedBin?.daysZone ?? bin.context.timeZone);
    const readingsByDay = await loadReadings(trx, bin, days, zone);
    await writeDailyGrain(
      trx,
      binId,
      days.map((day) => {
        const readings = readingsByDay.get(day);
        if (readings === undefined) return { day, extremes: NO_EXTREMES, averageHumidity: null };
        const { grain, scalars } = calculateDay(bin.context, readings, bin.getFillPercent);
        return {
          day,
          extremes: grain ? packSmallints(grain) : NO_EXTREMES,
          averageHumidity: scalars.grainAverageHumidity,
        };
      }),
    );
    return true;
  });
}

const NO_EXTREMES = Buffer.alloc(0);

/** The readings of a bin on the given days, keyed by day. */
async function loadReadings(
  trx: Trx,
  { context }: BinWithFill,
  days: readonly string[],
  zone: string,
): Promise<ReadonlyMap<string, Reading[]>> {
  const readings = new Map<string, Reading[]>();
  for (const day of days) {
    const { from, to } = getLocalDayBounds(day, zone);
    const rows = await findReadingsBetween(trx, context.bin.id, new Date(from), new Date(to));
    const dayReadings = rows.map(fromReadingRow).filter(({ at }) => toLocalDay(at, zone) === day);
    if (dayReadings.length > 0) readings.set(day, dayReadings);
  }
  return readings;
}
