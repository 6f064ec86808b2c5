import { setTimeout } from 'node:timers/promises';
import { calculateMeansOfDay } from './day-means.ts';
import {
  deleteDayMeans,
  findOutdatedMeans,
  hasOutdatedMeans,
  type OutdatedDay,
  writeDayMeans,
} from './day-means-store.ts';
import { type EvaluationPorts, evaluateBin, firstRecentDay } from './evaluate-bin.ts';
import { findMarkedBins } from './marks-store.ts';
import { markHotSpotsOutdated } from './memory-store.ts';

export interface MarkedBinsPorts extends EvaluationPorts {
  /** Whether frames are being stored, which is more urgent. */
  isIngestBusy(): boolean;
  /** A bin was evaluated. */
  evaluated(): void;
  failed(error: unknown): void;
}

/** While frames are being stored, the evaluation rests this many times as long as it works. */
const REST = 9;
const BINS_AT_ONCE = 100;
const DAYS_AT_ONCE = 20;

/**
 * Evaluates marked bins one after another until none is left, then outdated means of days, newest
 * first, and in between the bins that are marked until then. A bin that fails, or that another process
 * evaluates, keeps its marks for the next run and does not stop the others. Acknowledgments of frames
 * do not wait for it: it works a tenth of the time while there are frames to store.
 */
export async function evaluateMarkedBins(
  ports: MarkedBinsPorts,
  signal: AbortSignal,
): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    await evaluateBins(ports, signal);
    const outdated = await findOutdatedMeans(ports.db, DAYS_AT_ONCE + failed.size);
    const days = outdated.filter((one) => !failed.has(toKey(one)));
    if (days.length === 0) return;
    for (const one of days) {
      if (signal.aborted) return;
      const calculation = calculateMeans(ports, one).catch((error: unknown) => {
        failed.add(toKey(one));
        ports.failed(error);
      });
      await restAfter(calculation, ports, signal);
    }
  }
}

const toKey = ({ binId, day }: OutdatedDay) => `${binId} ${day}`;

async function evaluateBins(ports: MarkedBinsPorts, signal: AbortSignal): Promise<void> {
  const left = new Set<number>();
  while (!signal.aborted) {
    const marked = await findMarkedBins(ports.db, BINS_AT_ONCE + left.size);
    const bins = marked.filter((id) => !left.has(id));
    if (bins.length === 0) return;
    for (const binId of bins) {
      if (signal.aborted) return;
      if (!(await restAfter(evaluate(ports, binId), ports, signal))) left.add(binId);
    }
  }
}

/** Waits for work, and rests after it if frames are being stored. */
async function restAfter<T>(
  work: Promise<T>,
  { isIngestBusy }: MarkedBinsPorts,
  signal: AbortSignal,
): Promise<T> {
  const began = performance.now();
  const result = await work;
  // An abort ends the rest.
  if (isIngestBusy()) {
    await setTimeout((performance.now() - began) * REST, null, { signal }).catch(() => {});
  }
  return result;
}

async function evaluate(ports: MarkedBinsPorts, binId: number): Promise<boolean> {
  try {
    const isDone = await evaluateBin(ports, binId);
    if (isDone) ports.evaluated();
    return isDone;
  } catch (error) {
    ports.failed(error);
    return false;
  }
}

/**
 * Calculates the means of a day. Once those of the last weeks are up to date, and once all are, hot
 * spots are followed through them again.
 */
async function calculateMeans(
  ports: MarkedBinsPorts,
  { binId, day, isOutdated }: OutdatedDay,
): Promise<void> {
  await ports.db.transaction().execute(async (trx) => {
    const bin = await ports.loadBin(trx, binId);
    const means = bin && (await calculateMeansOfDay(trx, bin, day));
    if (means === null) await deleteDayMeans(trx, binId, day);
    else await writeDayMeans(trx, binId, means);
    if (!isOutdated) return;
    const recent = firstRecentDay(ports.now());
    const isComplete =
      !(await hasOutdatedMeans(trx, binId)) ||
      (day >= recent && !(await hasOutdatedMeans(trx, binId, recent)));
    if (bin !== null && isComplete) await markHotSpotsOutdated(trx, binId);
  });
}
