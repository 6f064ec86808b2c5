import { toKnownZone } from '@granary/domain/bins/known-zone';
import { toLocalDay } from '@granary/domain/bins/local-day';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { calculateDay, type Day, mergeDayParts, toDayRow } from '../readings/days/day.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findReadingsBetween } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import { lockLatest } from './readings-store.ts';
import { countByUtcDay, findBinsToRebuild, replaceDays } from './rebuild-days-store.ts';

export interface RebuildPorts {
  readonly db: Db;
  /** An existing bin with the current time zone of its farm and its fill history. */
  loadBin(db: Db, id: number): Promise<BinWithFill | null>;
  /** Locks the means of a bin's days. */
  lockMeans(trx: Trx, binId: number): Promise<void>;
  /** Marks the means of a bin's days as outdated. */
  markAllMeansOutdated(trx: Trx, binId: number): Promise<void>;
  failed(error: unknown): void;
}

/**
 * Rebuilds the days of all bins whose farm has a different time zone than their days. The database stores
 * which bins these are, so the next run continues work that was interrupted, in any process.
 */
export async function rebuildAllDays(ports: RebuildPorts, signal: AbortSignal): Promise<void> {
  for (const binId of await findBinsToRebuild(ports.db)) {
    if (signal.aborted) return;
    // A bin that fails must not block the next ones.
    await rebuildDays(ports, binId).catch(ports.failed);
  }
}

/** The readings of one UTC day, rolled up by local day. */
interface UtcDayPart {
  /** Readings are only added, so an equal count means equal readings. */
  readonly count: number;
  readonly days: ReadonlyMap<string, Day>;
}

/**
 * Recalculates a bin's days from its readings, in its farm's time zone. Most of the work is done without a
 * lock; then the bin is locked, and readings that arrived since are added. Nothing happens if the bin does
 * not exist.
 */
export async function rebuildDays(
  { db, loadBin, lockMeans, markAllMeansOutdated }: Omit<RebuildPorts, 'failed'>,
  binId: number,
): Promise<void> {
  const initialBin = await loadBin(db, binId);
  if (!initialBin) return;
  const parts = await collectParts(db, initialBin, new Map());
  await db.transaction().execute(async (trx) => {
    await lockMeans(trx, binId);
    const [lockedBin] = await lockLatest(trx, [binId]);
    const bin = await loadBin(trx, binId);
    if (!bin || lockedBin?.daysZone === bin.context.timeZone) return;
    const { context } = bin;
    const hasSameInputs =
      context.bin.loadMethod !== 'manual' &&
      serializeDayInputs(context) === serializeDayInputs(initialBin.context);
    const days = mergeParts(await collectParts(trx, bin, hasSameInputs ? parts : new Map()));
    const rows = [...days].map(([day, value]) => toDayRow(context, day, value));
    await replaceDays(trx, binId, rows, context.timeZone);
    await markAllMeansOutdated(trx, binId);
  });
}

/** Everything that a day depends on besides its readings and the ledger. */
function serializeDayInputs({ bin, timeZone, statuses, cropPeriods, cables }: BinContext): string {
  const { removedCables, loadMethod, levelSensorEmptyMm, deadZoneMm } = bin;
  const { pressureY1, pressureY2, size } = bin;
  return JSON.stringify([
    timeZone,
    [...statuses],
    cropPeriods,
    cables,
    removedCables,
    loadMethod,
    levelSensorEmptyMm,
    deadZoneMm,
    pressureY1,
    pressureY2,
    size,
  ]);
}

/** Returns the known parts, and calculates those that are missing or have new readings. */
async function collectParts(
  db: Db,
  bin: BinWithFill,
  knownParts: ReadonlyMap<string, UtcDayPart>,
): Promise<Map<string, UtcDayPart>> {
  const parts = new Map(knownParts);
  for (const { utcDay, count } of await countByUtcDay(db, bin.context.bin.id)) {
    if (parts.get(utcDay)?.count === count) continue;
    const since = Date.parse(utcDay);
    const until = new Date(since + DAY);
    const rows = await findReadingsBetween(db, bin.context.bin.id, new Date(since), until);
    parts.set(utcDay, {
      count: rows.length,
      days: rollUpByLocalDay(bin, rows.map(fromReadingRow)),
    });
  }
  return parts;
}

function rollUpByLocalDay(
  { context, getFillPercent }: BinWithFill,
  readings: readonly Reading[],
): Map<string, Day> {
  const zone = toKnownZone(context.timeZone);
  const groups = new Map<string, Reading[]>();
  for (const reading of readings) {
    const day = toLocalDay(reading.at, zone);
    const group = groups.get(day);
    if (group) group.push(reading);
    else groups.set(day, [reading]);
  }
  return new Map(
    [...groups].map(([day, group]) => [day, calculateDay(context, group, getFillPercent)]),
  );
}

function mergeParts(parts: ReadonlyMap<string, UtcDayPart>): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const part of parts.values()) {
    for (const [day, value] of part.days) {
      const existing = days.get(day);
      days.set(day, existing ? mergeDayParts(existing, value) : value);
    }
  }
  return days;
}
