import { calculateMeansOfDay } from './day-means.ts';
import { deleteDayMeans, findOutdatedMeans, writeDayMeans } from './day-means-store.ts';
import { type EvaluationPorts, evaluateBin } from './evaluate-bin.ts';
import { findMarkedBins } from './marks-store.ts';

export interface MarkedBinsPorts extends EvaluationPorts {
  /** A bin was evaluated. */
  evaluated(): void;
  failed(error: unknown): void;
}

const BINS_AT_ONCE = 100;
const DAYS_AT_ONCE = 20;

/**
 * Evaluates marked bins one after another until none is left, then some outdated means of days. A bin
 * that fails, or that another process evaluates, keeps its marks for the next run and does not stop the
 * others.
 */
export async function evaluateMarkedBins(
  ports: MarkedBinsPorts,
  signal: AbortSignal,
): Promise<void> {
  const left = new Set<number>();
  while (!signal.aborted) {
    const marked = await findMarkedBins(ports.db, BINS_AT_ONCE + left.size);
    const bins = marked.filter((id) => !left.has(id));
    if (bins.length === 0) break;
    for (const binId of bins) {
      if (signal.aborted) return;
      if (!(await evaluate(ports, binId))) left.add(binId);
    }
  }
  for (const { binId, day } of await findOutdatedMeans(ports.db, DAYS_AT_ONCE)) {
    if (signal.aborted) return;
    await calculateMeans(ports, binId, day).catch(ports.failed);
  }
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

async function calculateMeans(ports: MarkedBinsPorts, binId: number, day: string): Promise<void> {
  await ports.db.transaction().execute(async (trx) => {
    const bin = await ports.loadBin(trx, binId);
    const means = bin && (await calculateMeansOfDay(trx, bin, day));
    if (means === null) await deleteDayMeans(trx, binId, day);
    else await writeDayMeans(trx, binId, means);
  });
}
