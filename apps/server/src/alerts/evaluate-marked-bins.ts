import { setTimeout } from 'node:timers/promises';
import { calculateMeansOfDay } from './day-means.ts';
import {
  deleteDayMeans,
  findOutdatedBin,
  hasIncompleteMeans,
  hasOutdatedMeans,
  type OutdatedBin,
  writeDayMeans,
} from './day-means-store.ts';
import { type EvaluationPorts, evaluateBin, findFirstRecentDay } from './evaluate-bin.ts';
import { findLiveBins, findOtherBins, markBinForRoutineEvaluation } from './marks-store.ts';
import { lockMeans, markHotSpotsOutdated } from './memory-store.ts';

export interface MarkedBinsPorts extends EvaluationPorts {
  /** Whether frames are being stored, which is more urgent. */
  isIngestBusy(): boolean;
  /** A bin was evaluated. */
  binEvaluated(binId: number): void;
  /** A bin could not be evaluated. */
  evaluationFailed(binId: number, error: unknown): void;
  failed(error: unknown): void;
}

/**
 * While frames are being stored, evaluation pauses for this multiple of the time it just ran, so that it does
 * not delay acknowledgments. Alerts should be stored within a second of a live reading.
 */
const LIVE_PAUSE_FACTOR = 1;
const PAUSE_FACTOR = 9;
const LIVE_BATCH_SIZE = 100;
/** Small, so that a newly changed bin is evaluated soon. */
const OTHER_BATCH_SIZE = 10;
/** How many days of one bin are calculated in one transaction. The bin's evaluation waits for it. */
const DAYS_PER_TRANSACTION = 10;
/** If another process is evaluating a bin, the bin is tried again after this time, ms. */
const RETRY_DELAY = 50;

/**
 * Evaluates the bins with live readings until none is left, without waiting for the other marked bins. A bin
 * that fails keeps its marks for the next run and does not stop the others.
 */
export async function evaluateLiveBins(ports: MarkedBinsPorts, signal: AbortSignal): Promise<void> {
  const failedBinIds = new Set<number>();
  while (!signal.aborted) {
    const bins = await findRemainingBins(findLiveBins, ports, LIVE_BATCH_SIZE, failedBinIds);
    if (bins.length === 0) return;
    const outcomes = await evaluateBins(ports, bins, LIVE_PAUSE_FACTOR, signal);
    for (const binId of outcomes.failed) failedBinIds.add(binId);
    // The new reading of a busy bin might have arrived too late for the evaluation in progress.
    if (outcomes.busy.length === bins.length) await pause(RETRY_DELAY, signal);
  }
}

/**
 * Evaluates the other marked bins until none is left, then calculates outdated daily means, newest first, and
 * in between evaluates newly marked bins. A bin that fails, or that another process evaluates, keeps its
 * marks and outdated means for the next run and does not stop the others.
 */
export async function evaluateMarkedBins(
  ports: MarkedBinsPorts,
  signal: AbortSignal,
): Promise<void> {
  const failedBinIds: number[] = [];
  for (;;) {
    await evaluateOtherBins(ports, signal);
    if (signal.aborted) return;
    const outdatedBin = await findOutdatedBin(ports.db, failedBinIds, DAYS_PER_TRANSACTION);
    if (outdatedBin === null) return;
    const calculation = calculateMeans(ports, outdatedBin).catch(() => {
      failedBinIds.push(outdatedBin.binId);
      return calculateMeansDayByDay(ports, outdatedBin);
    });
    await pauseAfter(calculation, PAUSE_FACTOR, ports, signal);
  }
}

/** Calculates the means of each day separately, so that a day that fails does not stop the others. */
async function calculateMeansDayByDay(
  ports: MarkedBinsPorts,
  { binId, days }: OutdatedBin,
): Promise<void> {
  for (const day of days) {
    await calculateMeans(ports, { binId, days: [day] }).catch((error: unknown) => {
      ports.failed(error);
    });
  }
}

async function evaluateOtherBins(ports: MarkedBinsPorts, signal: AbortSignal): Promise<void> {
  const skippedIds = new Set<number>();
  while (!signal.aborted) {
    const bins = await findRemainingBins(findOtherBins, ports, OTHER_BATCH_SIZE, skippedIds);
    if (bins.length === 0) return;
    const { busy, failed } = await evaluateBins(ports, bins, PAUSE_FACTOR, signal);
    for (const binId of [...busy, ...failed]) skippedIds.add(binId);
  }
}

/** Returns up to `count` marked bins, except those left for the next run. */
async function findRemainingBins(
  find: typeof findLiveBins,
  { db }: MarkedBinsPorts,
  count: number,
  skippedIds: ReadonlySet<number>,
): Promise<number[]> {
  const markedBinIds = await find(db, count + skippedIds.size);
  return markedBinIds.filter((id) => !skippedIds.has(id));
}

/**
 * The bins that could not be evaluated, because another process is evaluating them or because of an error.
 */
interface UnevaluatedBins {
  readonly busy: number[];
  readonly failed: number[];
}

/** Evaluates bins one after another. */
async function evaluateBins(
  ports: MarkedBinsPorts,
  bins: readonly number[],
  pauseFactor: number,
  signal: AbortSignal,
): Promise<UnevaluatedBins> {
  const outcomes: UnevaluatedBins = { busy: [], failed: [] };
  for (const binId of bins) {
    if (signal.aborted) break;
    const outcome = await pauseAfter(evaluate(ports, binId), pauseFactor, ports, signal);
    if (outcome !== 'done') outcomes[outcome].push(binId);
  }
  return outcomes;
}

/**
 * Waits until the work is done and then, if frames are being stored, pauses for a multiple of the time it
 * took.
 */
async function pauseAfter<T>(
  work: Promise<T>,
  pauseFactor: number,
  { isIngestBusy }: MarkedBinsPorts,
  signal: AbortSignal,
): Promise<T> {
  const startedAt = performance.now();
  const result = await work;
  if (isIngestBusy()) await pause((performance.now() - startedAt) * pauseFactor, signal);
  return result;
}

/** Pauses for this time; an abort ends the pause early. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, null, { signal }).catch(() => {});
}

async function evaluate(
  ports: MarkedBinsPorts,
  binId: number,
): Promise<'done' | keyof UnevaluatedBins> {
  try {
    if (!(await evaluateBin(ports, binId))) return 'busy';
    ports.binEvaluated(binId);
    return 'done';
  } catch (error) {
    ports.evaluationFailed(binId, error);
    return 'failed';
  }
}

/**
 * Calculates the means of the given days of a bin. Hot spots are tracked again once the means of the last few
 * weeks are up to date, and again once all means are.
 */
async function calculateMeans(ports: MarkedBinsPorts, { binId, days }: OutdatedBin): Promise<void> {
  await ports.db.transaction().execute(async (trx) => {
    // Otherwise, means for the old time zone could be stored after the bin's days changed.
    await lockMeans(trx, binId);
    const bin = await ports.loadBin(trx, binId);
    for (const { day, lengths } of days) {
      const means = bin && (await calculateMeansOfDay(trx, bin, day, lengths));
      if (means === null) await deleteDayMeans(trx, binId, day);
      else await writeDayMeans(trx, binId, means);
    }
    if (bin === null) return;
    const outdatedDays = days.filter(({ isOutdated }) => isOutdated);
    // Storage time depends on the values that were missing.
    if (outdatedDays.length < days.length && !(await hasIncompleteMeans(trx, binId))) {
      await markBinForRoutineEvaluation(trx, binId);
    }
    const firstRecentDay = findFirstRecentDay(ports.now());
    const isComplete =
      !(await hasOutdatedMeans(trx, binId)) ||
      (outdatedDays.some(({ day }) => day >= firstRecentDay) &&
        !(await hasOutdatedMeans(trx, binId, firstRecentDay)));
    if (outdatedDays.length > 0 && isComplete) await markHotSpotsOutdated(trx, binId);
  });
}
