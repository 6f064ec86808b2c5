import { type AlertRule, alertRules, clockRules } from '@granary/domain/alerts/alert';
import { findBoardNoData } from '@granary/domain/alerts/board-no-data';
import { type ClockRuleInputs, evaluateClockRules } from '@granary/domain/alerts/clock-rules';
import { type BinControl, controlRules } from '@granary/domain/alerts/control-rules';
import { foldControl } from '@granary/domain/alerts/fold';
import {
  type AlertMemory,
  keepNewestAlerts,
  NO_ALERT_MEMORY,
  restoreAlertMemory,
} from '@granary/domain/alerts/memory';
import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import {
  calculateIntervalFromTimes,
  getNoDataAlertDelay,
  getNoDataThreshold,
} from '@granary/domain/boards/report-interval';
import { getMaxLengths } from '@granary/domain/readings/day-rollup';
import type { Reading } from '@granary/domain/readings/reading';
import { DAY, MINUTE, type Millis, millis } from '@granary/domain/units';
import type { BinRow, Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { findLatest } from '../readings/readings-store.ts';
import { fromReadingRow } from '../readings/row.ts';
import {
  announceAlerts,
  announceSummary,
  closeAlerts,
  findFarmsWithOverdueSummaries,
  holdForSummary,
  storeEpisodes,
} from './alerts-store.ts';
import { findBoardBins } from './board-bins-store.ts';
import { hasOutdatedMeans, markMeansOutdated } from './day-means-store.ts';
import { type EvaluationStart, Fold, pruneCheckpoints } from './fold-stored-readings.ts';
import { FIRST_LOOK_BACK, loadAlertSettings } from './load-settings.ts';
import { type BinMarks, takeMarks } from './marks-store.ts';
import {
  deleteMemory,
  isSummaryIncomplete,
  lockMemory,
  lockSummary,
  type StoredMemory,
  writeMemory,
} from './memory-store.ts';
import { updateStorageTimeAlert } from './storage-time.ts';

export interface EvaluationPorts {
  readonly db: Db;
  now(): Millis;
  /** An existing bin with its fill history. */
  loadBin(db: Db, id: number): Promise<BinWithFill | null>;
  /** The known state of the commands to a bin, of its fan, and of the people in or near it. */
  loadControl(trx: Trx, bin: BinRow): Promise<Omit<BinControl, 'now' | 'usualIntervalMs'>>;
  /** When this server began to receive readings without a gap; null while it cannot store them. */
  listeningSince(): Millis | null;
  /** Called when people should be notified of alerts, once the transaction commits. */
  alertsAnnounced(): void;
  /** Stores the state of a bin, which depends on its findings and its open alerts. */
  storeState(trx: Trx, context: BinContext): Promise<void>;
  /** Deletes the stored state of a deleted bin. */
  deleteState(trx: Trx, binId: number): Promise<void>;
}

/**
 * The daily means of this period, ms, must be up to date before a summary is sent, because hot spots depend on
 * them.
 */
const RECENT_PERIOD = 45 * DAY;

/**
 * Evaluates a marked bin in one transaction: its readings since the last evaluation, the days that closed,
 * its settings and the clock. A rollback keeps the marks, so the bin is evaluated again. False if another
 * process is evaluating the bin.
 */
export async function evaluateBin(ports: EvaluationPorts, binId: number): Promise<boolean> {
  let isAnnounced = false;
  const isDone = await ports.db.transaction().execute(async (trx) => {
    const storedMemory = await lockMemory(trx, binId);
    const bin = await ports.loadBin(trx, binId);
    if (bin === null) {
      await endEvaluation(ports, trx, binId);
      return true;
    }
    if (storedMemory === null) return false;
    const marks = await takeMarks(trx, binId);
    if (marks !== null) isAnnounced = await evaluate(ports, trx, bin, storedMemory, marks);
    return true;
  });
  if (isAnnounced) ports.alertsAnnounced();
  return isDone;
}

/** Ends the alerts of a deleted bin, without a notification. */
async function endEvaluation(ports: EvaluationPorts, trx: Trx, binId: number): Promise<void> {
  await takeMarks(trx, binId);
  await closeAlerts(trx, binId, ports.now());
  await deleteMemory(trx, binId);
  await ports.deleteState(trx, binId);
}

/** Evaluates a bin; returns whether people should be notified. */
async function evaluate(
  ports: EvaluationPorts,
  trx: Trx,
  bin: BinWithFill,
  storedMemory: StoredMemory,
  marks: BinMarks,
): Promise<boolean> {
  const binId = bin.context.bin.id;
  const [latest] = await findLatest(trx, [binId]);
  const newestReading = latest?.row == null ? null : fromReadingRow(latest.row);
  const arrivedAt = pickLater(storedMemory.arrivedAt, marks.arrivedAt);
  const settings = await loadAlertSettings(trx, bin, newestReading, storedMemory.memory);
  const start = chooseStart(storedMemory, marks, bin, newestReading?.at ?? null);
  const shouldTrackHotSpots = start.isFirst || storedMemory.hotSpotsOutdated;
  await markOldMeans(trx, bin, marks, start.until);
  const fold = new Fold(trx, bin, settings, { ...start, shouldTrackHotSpots });
  if (newestReading !== null) await fold.run(newestReading);
  const usualIntervalMs = calculateIntervalFromTimes(latest?.recent ?? []);
  const memory = await foldCurrentState(ports, trx, bin, fold.memory, {
    newestReading,
    arrivedAt,
    usualIntervalMs,
    noDataHours: settings.noDataHours,
    storedMemory,
    marks,
  });
  fold.episodes.update(memory.open, ports.now());
  await storeEpisodes(trx, binId, fold.episodes.list(), {
    now: ports.now(),
    evaluatedAfter: start.until,
    openBefore: start.isFirst ? null : start.memory.open,
    lengths: countSensorsByCable(memory, newestReading),
    cables: settings.cables,
  });
  const now = ports.now();
  const isReadingOnTime =
    newestReading === null ||
    isOnTime(newestReading.at, arrivedAt, now, getNoDataThreshold(usualIntervalMs));
  const { summaryBefore } = storedMemory;
  const isSummaryPending =
    summaryBefore !== null && (await hasOutdatedMeans(trx, binId, findFirstRecentDay(now)));
  await writeMemory(trx, binId, {
    foldedUntil: newestReading === null ? null : new Date(newestReading.at),
    memory,
    checkpoints: pruneCheckpoints(fold.checkpoints, newestReading?.at ?? null),
    arrivedAt,
    summaryBefore: isSummaryPending ? summaryBefore : null,
    hotSpotsOutdated: false,
  });
  await ports.storeState(trx, bin.context);
  if (summaryBefore !== null) await holdForSummary(trx, binId, { now, beganBefore: summaryBefore });
  const isAnnounced = await announceCurrentAlerts(trx, binId, memory, isReadingOnTime, now);
  if (summaryBefore === null || isSummaryPending) return isAnnounced;
  return (await announceCompleteSummary(ports, trx, bin)) || isAnnounced;
}

interface CurrentInputs {
  readonly newestReading: Reading | null;
  readonly arrivedAt: Date | null;
  readonly usualIntervalMs: number;
  readonly noDataHours: number | null;
  readonly storedMemory: StoredMemory;
  readonly marks: BinMarks;
}

/** Updates the alerts in the memory that depend on the clock, on commands or on all closed days. */
async function foldCurrentState(
  ports: EvaluationPorts,
  trx: Trx,
  bin: BinWithFill,
  memoryAfterReadings: AlertMemory,
  { newestReading, arrivedAt, usualIntervalMs, noDataHours, storedMemory, marks }: CurrentInputs,
): Promise<AlertMemory> {
  const control = await ports.loadControl(trx, bin.context.bin);
  const now = ports.now();
  const memoryAfterClock = evaluateClockRules(
    memoryAfterReadings,
    await addBoardNoData(trx, bin.context, {
      now,
      createdAt: millis(bin.context.bin.createdAt.getTime()),
      lastArrivalAt: arrivedAt && millis(arrivedAt.getTime()),
      lastAt: newestReading?.at ?? null,
      arrivals: marks.arrivals,
      usualIntervalMs,
      listeningSince: ports.listeningSince(),
      noDataHours,
    }),
  );
  const memoryAfterControl = foldControl(memoryAfterClock, { ...control, now, usualIntervalMs });
  return updateStorageTimeAlert(trx, bin, memoryAfterControl, {
    now,
    newestReading,
    storedMemory,
    marks,
  });
}

/** Notifies people of the alerts of a bin, except those that late readings caused. */
async function announceCurrentAlerts(
  trx: Trx,
  binId: number,
  { open }: AlertMemory,
  isReadingOnTime: boolean,
  now: Millis,
): Promise<boolean> {
  // A board with a slow clock sends current readings with old timestamps; alerts from other late readings
  // might already be over.
  const isCurrent = isReadingOnTime || open.some(({ rule }) => rule === 'clock-late');
  const rules = isCurrent ? alertRules : rulesWithoutReadings;
  if (!open.some(({ rule }) => rules.includes(rule))) return false;
  return announceAlerts(trx, binId, { now, rules });
}

/** The rules that depend on the clock or on commands, but not on the contents of readings. */
const rulesWithoutReadings: readonly AlertRule[] = [
  ...clockRules,
  ...controlRules.filter((rule) => rule !== 'no-air' && rule !== 'air-without-command'),
];

/** Adds whether the whole board has no data; loads its other bins only if this bin has no data. */
async function addBoardNoData(
  trx: Trx,
  { bin }: BinContext,
  clock: Omit<ClockRuleInputs, 'boardNoData'>,
): Promise<ClockRuleInputs> {
  const { now, lastArrivalAt, lastAt, noDataHours, usualIntervalMs } = clock;
  const heardAt = lastArrivalAt ?? lastAt;
  const isOverdue =
    noDataHours !== null &&
    heardAt !== null &&
    now - heardAt > getNoDataAlertDelay(noDataHours, usualIntervalMs);
  if (!isOverdue) return { ...clock, boardNoData: 'none' };
  const bins = (await findBoardBins(trx, bin.mainBoardId)).map(({ recent, ...boardBin }) => ({
    ...boardBin,
    heardAt: boardBin.id === bin.id ? heardAt : boardBin.heardAt,
    usualIntervalMs: calculateIntervalFromTimes(recent),
  }));
  return { ...clock, boardNoData: findBoardNoData(bins, bin.id, now) };
}

/** How many sensors each cable has, including sensors that a broken cable no longer reports. */
function countSensorsByCable(
  { sensors }: AlertMemory,
  newestReading: Reading | null,
): readonly number[] {
  const knownLengths = sensors.reporting.map(({ length }) => length);
  return getMaxLengths([newestReading?.temperatures.lengths ?? [], knownLengths]);
}

/** The first day whose means a summary waits for. */
export function findFirstRecentDay(now: Millis): string {
  return toLocalDay(millis(now - RECENT_PERIOD), 'UTC');
}

/** Whether the newest reading describes the present: it arrived soon after it was taken. */
function isOnTime(at: Millis, arrivedAt: Date | null, now: Millis, maxDelayMs: number): boolean {
  return (arrivedAt?.getTime() ?? now) - at <= maxDelayMs;
}

function pickLater(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function chooseStart(
  storedMemory: StoredMemory,
  { recentFromAt: fromAt }: BinMarks,
  { context }: BinWithFill,
  newestAt: Millis | null,
): EvaluationStart {
  const { foldedUntil, checkpoints } = storedMemory;
  const initialStart = {
    until: findFirstEvaluationStart(context.timeZone, newestAt),
    memory: NO_ALERT_MEMORY,
  };
  if (foldedUntil === null) return { ...initialStart, checkpoints: [], isFirst: true };
  const until = millis(foldedUntil.getTime());
  const memory = restoreAlertMemory(storedMemory.memory);
  if (fromAt === null || fromAt.getTime() > until) {
    return { until, memory, checkpoints, isFirst: false };
  }
  const earlierCheckpoints = checkpoints.filter(
    (checkpoint) => checkpoint.until < fromAt.getTime(),
  );
  const lastCheckpoint = earlierCheckpoints.at(-1);
  // Without an earlier checkpoint, the bin has been evaluated for less than a day.
  if (lastCheckpoint === undefined) {
    return {
      ...initialStart,
      memory: keepNewestAlerts(initialStart.memory, memory),
      checkpoints: [],
      isFirst: true,
    };
  }
  return {
    until: millis(lastCheckpoint.until),
    memory: keepNewestAlerts(restoreAlertMemory(lastCheckpoint.memory), memory),
    checkpoints: earlierCheckpoints,
    isFirst: false,
  };
}

/** The end of the last day before the readings of a first evaluation; null without readings. */
function findFirstEvaluationStart(timeZone: string, newestAt: Millis | null): Millis | null {
  if (newestAt === null) return null;
  const day = toLocalDay(millis(newestAt - FIRST_LOOK_BACK), timeZone);
  return millis(getLocalDayBounds(day, timeZone).from - 1);
}

/** Marks the means of days before the evaluated ones as outdated if late readings changed them. */
async function markOldMeans(
  trx: Trx,
  { context }: BinWithFill,
  { fromAt }: BinMarks,
  until: Millis | null,
): Promise<void> {
  if (fromAt === null || until === null || fromAt.getTime() > until) return;
  const [firstDay, endDay] = [millis(fromAt.getTime()), until].map((at) =>
    toLocalDay(millis(at ?? 0), context.timeZone),
  );
  if (firstDay !== undefined && endDay !== undefined) {
    await markMeansOutdated(trx, context.bin.id, firstDay, endDay);
  }
}

/**
 * Announces the alerts that were open on a farm before its bins were first evaluated, once all its bins have
 * been evaluated.
 */
async function announceCompleteSummary(
  ports: EvaluationPorts,
  trx: Trx,
  bin: BinWithFill,
): Promise<boolean> {
  const { farmId } = bin.context.bin;
  // Another process may be evaluating the only other bin left. The second process to get the lock sees both
  // bins.
  await lockSummary(trx, farmId);
  if (await isSummaryIncomplete(trx, farmId)) return false;
  return announceSummary(trx, farmId, ports.now());
}

/** A summary waits this long for the bins that have not been evaluated yet, ms. */
const SUMMARY_TIMEOUT = 15 * MINUTE;

/**
 * Announces the summaries that have waited too long, without the bins that could not be evaluated. An error
 * with one farm does not stop the others.
 */
export async function announceOverdueSummaries({
  db,
  now,
  failed,
}: Pick<EvaluationPorts, 'db' | 'now'> & { failed(error: unknown): void }): Promise<void> {
  for (const farmId of await findFarmsWithOverdueSummaries(db, millis(now() - SUMMARY_TIMEOUT))) {
    await db
      .transaction()
      // An evaluation that has locked some of the alerts may wait for alerts of other bins: waiting for it
      // could cause a deadlock.
      .execute((trx) => announceSummary(trx, farmId, now(), 'skip-locked'))
      .catch(failed);
  }
}
