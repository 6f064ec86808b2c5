import { type FanRuns, type FanTotals, MAX_FAN_RUNS } from '@granary/contract/fans/http';
import {
  calculateEnergyAndCost,
  type EnergySettings,
  type FanRun,
  sumRunTime,
} from '@granary/domain/fans/fan-runs';
import { type Millis, millis, SECOND } from '@granary/domain/units';

/** The mean temperature and moisture at the enabled sensors under grain, °C and % wet basis. */
export type GrainAverages = FanRuns['runs'][number]['grainBefore'];

/** The grain averages of the newest reading at each of the given times, in the same order. */
export type AverageGrain = (
  binId: number,
  times: readonly Millis[],
) => Promise<readonly GrainAverages[]>;

export interface Range {
  readonly from: Millis;
  readonly to: Millis;
}

/** Serializes a fan's runs in `[from, to]` with the grain averages before and after each. */
export async function serializeFanRuns(
  averageGrain: AverageGrain,
  binId: number,
  runs: readonly FanRun[],
  settings: EnergySettings,
  { from, to }: Range,
): Promise<FanRuns> {
  const runsInRange = filterRunsSince(runs, from);
  const listedRuns = runsInRange.slice(0, MAX_FAN_RUNS);
  const averages = await averageGrain(
    binId,
    listedRuns.flatMap(({ onAt, offAt, countedUntil }) => [
      onAt,
      offAt ?? millis(Math.min(countedUntil, to)),
    ]),
  );
  return {
    ...serializeTotals(runs, settings, { from, to }),
    runs: listedRuns.map((run, index) => ({
      onAt: run.onAt,
      offAt: run.offAt,
      endedByPowerOutage: run.endedByPowerOutage,
      durationS: calculateRunDurationS(run),
      grainBefore: averages[index * 2] ?? UNKNOWN_AVERAGES,
      grainAfter: averages[index * 2 + 1] ?? UNKNOWN_AVERAGES,
    })),
  };
}

const UNKNOWN_AVERAGES: GrainAverages = { temperature: null, moisture: null };

/** How long a fan ran in `[from, to]`, with its energy and cost. */
export function serializeTotals(
  runs: readonly FanRun[],
  settings: EnergySettings,
  range: Range,
): FanTotals {
  const runTimeMs = sumRunTime(runs, range);
  return {
    totalDurationS: runTimeMs / SECOND,
    count: filterRunsSince(runs, range.from).length,
    ...calculateEnergyAndCost(runTimeMs, settings),
  };
}

/** The runs that last until `from` or later. A run can end before its end is reported. */
function filterRunsSince(runs: readonly FanRun[], from: Millis): readonly FanRun[] {
  return runs.filter(({ countedUntil }) => countedUntil >= from);
}

/** The duration of a run, s; null while the fan is running. */
export function calculateRunDurationS({ onAt, countedUntil, isRunning }: FanRun): number | null {
  return isRunning ? null : (countedUntil - onAt) / SECOND;
}
