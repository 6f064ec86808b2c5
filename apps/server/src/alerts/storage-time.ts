import type { AlertMemory } from '@granary/domain/alerts/memory';
import { listSensorCounts } from '@granary/domain/alerts/missing-sensors';
import { foldStorageTime } from '@granary/domain/alerts/storage-time-rule';
import { localDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import {
  calculateStorageTime,
  isEmpty,
  NO_GRAIN,
  type StorageTime,
} from '@granary/domain/insights/storage-time';
import { findStorageCrop } from '@granary/domain/moisture/storage-days';
import type { Reading } from '@granary/domain/readings/reading';
import { type Millis, millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { type BinContext, sensorStatus, visibleReading } from '../readings/bin-context.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findDayMeans, hasIncompleteMeans } from './day-means-store.ts';
import type { BinMarks } from './marks-store.ts';
import type { StoredMemory } from './memory-store.ts';

/** Storage time is followed for this many days; grain is rarely stored for longer. */
const STORAGE_DAYS = 3_660;

/**
 * How much of the safe storage time of a bin's grain has been used until today; null while the means of its
 * days are calculated. `lengths`: how many sensors each cable has.
 */
export async function loadStorageTime(
  db: Db,
  context: BinContext,
  lengths: readonly number[],
  now: Millis,
): Promise<StorageTime | null> {
  const { bin, cables, timeZone } = context;
  if (await hasIncompleteMeans(db, bin.id)) return null;
  const today = toLocalDay(now, timeZone);
  const crops = new Map(cables.map(({ cable, crop }) => [cable, crop]));
  return calculateStorageTime({
    days: await findDayMeans(db, bin.id, today, STORAGE_DAYS),
    until: today,
    cropOf: (cable) => findStorageCrop(crops.get(cable) ?? bin.crop),
    getStatus: (cable, position) => sensorStatus(context, cable, position),
    lengths,
    cables,
  });
}

interface Evaluated {
  readonly now: Millis;
  readonly newest: Reading | null;
  readonly stored: StoredMemory;
  readonly marks: BinMarks;
}

/** The memory with the alert about storage time, which is calculated again if it may have changed. */
export async function evaluateStorageTime(
  trx: Trx,
  { context, fillAt }: BinWithFill,
  memory: AlertMemory,
  evaluated: Evaluated,
): Promise<AlertMemory> {
  const { now, newest } = evaluated;
  const { bin, timeZone } = context;
  if (!bin.storageTimeEnabled || newest === null) return memory;
  const { from } = localDayBounds(toLocalDay(now, timeZone), timeZone);
  if (isEmpty(fillAt(now, newest.scalars))) return foldStorageTime(memory, NO_GRAIN, from);
  if (!mayHaveChanged(evaluated, newest, timeZone)) return memory;
  const lengths = listSensorCounts(
    visibleReading(context, newest).temperatures.lengths,
    memory.sensors.reporting.map(({ length }) => length),
    (cable, position) => sensorStatus(context, cable, position),
  );
  return foldStorageTime(memory, await loadStorageTime(trx, context, lengths, now), from);
}

/** It changes when a day closes, or when something other than the newest readings changed. */
function mayHaveChanged(
  { stored: { foldedUntil, hotSpotsOutdated }, marks }: Evaluated,
  newest: Reading,
  timeZone: string,
): boolean {
  if (marks.hasOtherChange || hotSpotsOutdated || foldedUntil === null) return true;
  return toLocalDay(millis(foldedUntil.getTime()), timeZone) !== toLocalDay(newest.at, timeZone);
}
