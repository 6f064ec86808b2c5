import type { AlertMemory } from '@granary/domain/alerts/memory';
import { listSensorCounts } from '@granary/domain/alerts/missing-sensors';
import { foldStorageTime } from '@granary/domain/alerts/storage-time-rule';
import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import { calculateStorageTime, isEmpty, NO_GRAIN } from '@granary/domain/insights/storage-time';
import { findStorageCrop } from '@granary/domain/moisture/storage-days';
import { findLowestFill } from '@granary/domain/readings/day-means';
import type { Reading } from '@granary/domain/readings/reading';
import type { GetStatus } from '@granary/domain/readings/sensors';
import { type Millis, millis } from '@granary/domain/units';
import type { StorageTimes } from '../platform/postgres/tables/alerts.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { type BinContext, getSensorStatus } from '../readings/bin-context.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findLevelsSince } from '../readings/readings-store.ts';
import { findDayMeans, findMeansVersion } from './day-means-store.ts';
import { type BinMarks, markBinForRoutineEvaluation } from './marks-store.ts';
import { type StoredMemory, writeStorageTimes } from './memory-store.ts';

/** Storage time is calculated for at most this many days; grain is rarely stored longer. */
const STORAGE_DAYS = 3_660;

/** How many sensors each cable of a bin has, according to the newest reading and the earlier counts. */
export function countSensors(
  context: BinContext,
  { temperatures }: Pick<Reading, 'temperatures'>,
  knownSensorCounts: readonly number[],
): number[] {
  return listSensorCounts(temperatures.lengths, knownSensorCounts, createGetStatus(context));
}

function createGetStatus(context: BinContext): GetStatus {
  return (cable, position) => getSensorStatus(context, cable, position);
}

interface StorageTimeInputs {
  /** How many sensors each cable has. */
  readonly sensorCounts: readonly number[];
  /** The storage times from the last calculation; null if there was none. */
  readonly storedTimes: StorageTimes | null;
  readonly now: Millis;
}

/**
 * How much of the safe storage time of a bin's grain has been used so far; null while its daily means are
 * being calculated. Calculating a year of data takes 0.05 to 0.1 s, so the stored times are used until the
 * day, the means or the settings change, or the bin is emptied.
 */
export async function loadStorageTimes(
  db: Db,
  binWithFill: BinWithFill,
  { sensorCounts, storedTimes, now }: StorageTimeInputs,
): Promise<StorageTimes | null> {
  const { context } = binWithFill;
  const { bin, cables, timeZone } = context;
  const means = await findMeansVersion(db, bin.id);
  if (means === null) return null;
  const today = toLocalDay(now, timeZone);
  const wasEmptied =
    means.newestDay !== null && (await wasEmptyAfter(db, binWithFill, means.newestDay));
  const basis = JSON.stringify([
    today,
    means.version,
    wasEmptied,
    sensorCounts,
    ...listSettings(context),
  ]);
  if (storedTimes?.basis === basis) return storedTimes;
  if (wasEmptied) return { basis, ofAll: NO_GRAIN, ofUnmuted: NO_GRAIN };
  const crops = new Map(cables.map(({ cable, crop }) => [cable, crop]));
  const inputs = {
    days: await findDayMeans(db, bin.id, today, STORAGE_DAYS),
    until: today,
    getCrop: (cable: number) => findStorageCrop(crops.get(cable) ?? bin.crop),
    lengths: sensorCounts,
    cables,
  };
  const getStatus = createGetStatus(context);
  const ofAll = calculateStorageTime({ ...inputs, getStatus });
  if (![...context.statuses.values()].includes('mute')) return { basis, ofAll, ofUnmuted: ofAll };
  const ofUnmuted = calculateStorageTime({
    ...inputs,
    getStatus: (cable, position) =>
      getStatus(cable, position) === 'unmute' ? 'unmute' : 'disable',
  });
  return { basis, ofAll, ofUnmuted };
}

/**
 * Whether a bin was empty at any time after the given day, according to readings from days that have no daily
 * means yet.
 */
async function wasEmptyAfter(
  db: Db,
  { context, getFillPercent }: BinWithFill,
  day: string,
): Promise<boolean> {
  const { to } = getLocalDayBounds(day, context.timeZone);
  const levels = await findLevelsSince(db, context.bin.id, new Date(to));
  return isEmpty(
    findLowestFill(
      levels.map(({ at, ...level }) => ({
        fillPercent: getFillPercent(millis(at.getTime()), level),
      })),
    ),
  );
}

/** The settings of a bin that its storage time depends on. */
function listSettings({ bin, cables, statuses }: BinContext): unknown[] {
  return [
    bin.crop,
    bin.removedCables,
    cables.map(({ cable, crop, flip }) => [cable, crop, flip]),
    [...statuses].sort(),
  ];
}

interface EvaluationInputs {
  readonly now: Millis;
  readonly newestReading: Reading | null;
  readonly storedMemory: StoredMemory;
  readonly marks: BinMarks;
}

/**
 * Updates the storage-time alert in the memory. Calculating a year of data takes up to 0.1 s, so evaluations
 * of new readings do not wait for it: if the alert may have changed, they mark the bin for another
 * evaluation.
 */
export async function updateStorageTimeAlert(
  trx: Trx,
  binWithFill: BinWithFill,
  memory: AlertMemory,
  { now, newestReading, storedMemory, marks }: EvaluationInputs,
): Promise<AlertMemory> {
  const { context, getFillPercent } = binWithFill;
  const { bin, timeZone } = context;
  if (!bin.storageTimeEnabled || newestReading === null) return memory;
  const ruleContext = {
    since: getLocalDayBounds(toLocalDay(now, timeZone), timeZone).from,
    getStatus: createGetStatus(context),
  };
  if (isEmpty(getFillPercent(now, newestReading.scalars)))
    return foldStorageTime(memory, NO_GRAIN, ruleContext);
  if (marks.fromAt !== null) {
    const isOutdated = marks.hasOtherChange || storedMemory.hotSpotsOutdated;
    // The readings of a first evaluation may span several days.
    const evaluatedUntil = storedMemory.foldedUntil ?? marks.fromAt;
    const startsNewDay =
      toLocalDay(millis(evaluatedUntil.getTime()), timeZone) !==
      toLocalDay(newestReading.at, timeZone);
    if (isOutdated || startsNewDay) await markBinForRoutineEvaluation(trx, bin.id);
    return memory;
  }
  const reportedLengths = memory.sensors.reporting.map(({ length }) => length);
  const sensorCounts = countSensors(context, newestReading, reportedLengths);
  const times = await loadStorageTimes(trx, binWithFill, {
    sensorCounts,
    storedTimes: storedMemory.storageTimes,
    now,
  });
  if (times !== null && times !== storedMemory.storageTimes)
    await writeStorageTimes(trx, bin.id, times);
  // Muted sensors raise no alert.
  return foldStorageTime(memory, times && times.ofUnmuted, ruleContext);
}
