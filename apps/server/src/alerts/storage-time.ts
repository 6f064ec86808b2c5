import type { AlertMemory } from '@granary/domain/alerts/memory';
import { listSensorCounts } from '@granary/domain/alerts/missing-sensors';
import { foldStorageTime } from '@granary/domain/alerts/storage-time-rule';
import { localDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import {
  calculateStorageTime,
  isEmpty,
  NO_GRAIN,
  type StorageTime,
  type StorageTimeInputs,
} from '@granary/domain/insights/storage-time';
import { findStorageCrop } from '@granary/domain/moisture/storage-days';
import type { Reading } from '@granary/domain/readings/reading';
import type { GetStatus } from '@granary/domain/readings/sensors';
import { type Millis, millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { type BinContext, sensorStatus } from '../readings/bin-context.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findDayMeans, hasIncompleteMeans } from './day-means-store.ts';
import { type BinMarks, markBin } from './marks-store.ts';
import type { StoredMemory } from './memory-store.ts';

/** Storage time is followed for this many days; grain is rarely stored for longer. */
const STORAGE_DAYS = 3_660;

/**
 * How much of the safe storage time of a bin's grain has been used until today; null while the means of its
 * days are calculated.
 */
export async function loadStorageTime(
  db: Db,
  { bin, cables, timeZone }: BinContext,
  sensors: Pick<StorageTimeInputs, 'getStatus' | 'lengths'>,
  now: Millis,
): Promise<StorageTime | null> {
  if (await hasIncompleteMeans(db, bin.id)) return null;
  const today = toLocalDay(now, timeZone);
  const crops = new Map(cables.map(({ cable, crop }) => [cable, crop]));
  return calculateStorageTime({
    days: await findDayMeans(db, bin.id, today, STORAGE_DAYS),
    until: today,
    cropOf: (cable) => findStorageCrop(crops.get(cable) ?? bin.crop),
    cables,
    ...sensors,
  });
}

interface EvaluationInputs {
  readonly now: Millis;
  readonly newest: Reading | null;
  readonly stored: StoredMemory;
  readonly marks: BinMarks;
}

/**
 * The memory with the alert about storage time. A year takes up to 0.1 s to calculate, so readings do not wait
 * for it: if it may have changed, they mark their bin for another evaluation.
 */
export async function evaluateStorageTime(
  trx: Trx,
  { context, fillAt }: BinWithFill,
  memory: AlertMemory,
  { now, newest, stored, marks }: EvaluationInputs,
): Promise<AlertMemory> {
  const { bin, timeZone } = context;
  if (!bin.storageTimeEnabled || newest === null) return memory;
  const { from } = localDayBounds(toLocalDay(now, timeZone), timeZone);
  if (isEmpty(fillAt(now, newest.scalars))) return foldStorageTime(memory, NO_GRAIN, from);
  if (marks.fromAt !== null) {
    const isOutdated = marks.hasOtherChange || stored.hotSpotsOutdated;
    // The readings of a first evaluation may be of several days.
    const last = stored.foldedUntil ?? marks.fromAt;
    const closesDay =
      toLocalDay(millis(last.getTime()), timeZone) !== toLocalDay(newest.at, timeZone);
    if (isOutdated || closesDay) await markBin(trx, bin.id);
    return memory;
  }
  // Muted sensors raise no alert.
  const getStatus: GetStatus = (cable, position) =>
    sensorStatus(context, cable, position) === 'unmute' ? 'unmute' : 'disable';
  const lengths = listSensorCounts(
    newest.temperatures.lengths,
    memory.sensors.reporting.map(({ length }) => length),
    getStatus,
  );
  const time = await loadStorageTime(trx, context, { getStatus, lengths }, now);
  return foldStorageTime(memory, time, from);
}
