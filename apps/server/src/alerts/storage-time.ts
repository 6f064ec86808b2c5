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
import { type BinMarks, markBin } from './marks-store.ts';
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

/**
 * The memory with the alert about storage time, which is calculated again if it may have changed. A year takes
 * 0.1 s, so readings that close a day do not wait for it: they mark their bin for another evaluation.
 */
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
  if (!hasOtherChange(evaluated)) {
    if (closesDay(evaluated, newest, timeZone)) await markBin(trx, bin.id);
    return memory;
  }
  const lengths = listSensorCounts(
    visibleReading(context, newest).temperatures.lengths,
    memory.sensors.reporting.map(({ length }) => length),
    (cable, position) => sensorStatus(context, cable, position),
  );
  return foldStorageTime(memory, await loadStorageTime(trx, context, lengths, now), from);
}

/** Whether something other than the newest readings may have changed. */
function hasOtherChange({ stored, marks }: Evaluated): boolean {
  return marks.hasOtherChange || stored.hotSpotsOutdated || stored.foldedUntil === null;
}

/** Whether the newest reading is of a later day than the last one that was evaluated. */
function closesDay({ stored }: Evaluated, newest: Reading, timeZone: string): boolean {
  const last = millis(stored.foldedUntil?.getTime() ?? 0);
  return toLocalDay(last, timeZone) !== toLocalDay(newest.at, timeZone);
}
