import { type FanRuns, MAX_FAN_RUNS } from '@granary/contract/fans/http';
import { type Millis, millis, SECOND } from '@granary/domain/units';
import type { FanRun } from './store.ts';

/** The mean of the enabled sensors under grain, °C and % wet basis. */
export type GrainAverages = FanRuns['runs'][number]['before'];

/** The grain's averages by the newest reading up to each instant, in their order. */
export type AverageGrain = (
  binId: number,
  instants: readonly Millis[],
) => Promise<readonly GrainAverages[]>;

/** The runs of a fan in `[from, to]` with the grain before and after; a run goes on up to `to`. */
export async function serializeFanRuns(
  averageGrain: AverageGrain,
  binId: number,
  runs: readonly FanRun[],
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<FanRuns> {
  const end = ({ offAt }: FanRun) => (offAt === null ? to : millis(offAt.getTime()));
  const listed = runs.slice(0, MAX_FAN_RUNS);
  const averages = await averageGrain(
    binId,
    listed.flatMap((run) => [millis(run.onAt.getTime()), end(run)]),
  );
  return {
    totalS: totalTime(runs, { from, to }) / SECOND,
    count: runs.length,
    runs: listed.map((run, index) => ({
      onAt: millis(run.onAt.getTime()),
      offAt: run.offAt && millis(run.offAt.getTime()),
      before: averages[index * 2] ?? UNKNOWN,
      after: averages[index * 2 + 1] ?? UNKNOWN,
    })),
  };
}

/** How long a fan ran in `[from, to]`, ms; the runs touch that time, and one goes on up to `to`. */
export function totalTime(
  runs: readonly FanRun[],
  { from, to }: { readonly from: Millis; readonly to: Millis },
): number {
  return runs.reduce(
    (sum, { onAt, offAt }) =>
      sum + Math.min(offAt?.getTime() ?? to, to) - Math.max(onAt.getTime(), from),
    0,
  );
}

const UNKNOWN: GrainAverages = { temperature: null, moisture: null };
