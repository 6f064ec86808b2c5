import { type FanEvent, getFanHistory, getFanRuns } from '@granary/contract/fans/http';
import { toPagination } from '@granary/contract/pagination';
import type { FanRun } from '@granary/domain/fans/fan-runs';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { serve } from '../platform/http/serve.ts';
import {
  type AverageGrain,
  calculateRunDurationS,
  type Range,
  serializeFanRuns,
  serializeTotals,
} from './fan-runs.ts';
import { findEnergySettings, findFanRuns } from './runs-store.ts';
import { type FanSwitch, findFanSwitches } from './store.ts';

export interface FanPorts extends RoutePorts {
  readonly averageGrain: AverageGrain;
  /** Whether a bin's fan is on, according to the newest report from its board. */
  isFanReportedOn(binId: number): Promise<boolean>;
}

/** Lists when a fan turned on and off, and its runs with their energy, cost and effect on the grain. */
export function fanRoutes(app: FastifyInstance, ports: FanPorts): void {
  const { db, guard, averageGrain, isFanReportedOn, now } = ports;

  async function findRuns(binId: number, range: Range): Promise<FanRun[]> {
    return findFanRuns(db, binId, {
      ...range,
      isFanReportedOn: await isFanReportedOn(binId),
      now: now(),
    });
  }

  serve(app, guard, getFanRuns, async ({ query }) => {
    const { bin_id: binId, from, to } = query;
    const [runs, settings] = await Promise.all([
      findRuns(binId, { from, to }),
      findEnergySettings(db, binId),
    ]);
    return serializeFanRuns(averageGrain, binId, runs, settings, { from, to });
  });

  serve(app, guard, getFanHistory, async ({ query }) => {
    const { bin_id: binId, page, limit, since = null } = query;
    const offset = (page - 1) * limit;
    const range = { from: since ?? millis(0), to: now() };
    const [{ switches, total }, settings] = await Promise.all([
      findFanSwitches(db, binId, { since, limit, offset }),
      findEnergySettings(db, binId),
    ]);
    const oldestSwitch = switches.at(-1);
    const from = millis(
      Math.min(range.from, (oldestSwitch?.previousAt ?? oldestSwitch?.at)?.getTime() ?? range.from),
    );
    const runs = await findRuns(binId, { from, to: range.to });
    const runsByStart = new Map(runs.map((run) => [run.onAt, run]));
    return {
      RESP_MSG: 'OK',
      data: switches.map((fanSwitch) => serializeSwitch(fanSwitch, runsByStart)),
      pagination: toPagination(page, limit, total, false),
      totals: serializeTotals(runs, settings, range),
    };
  });
}

/** A fan event with the run that it starts or ends. */
function serializeSwitch(
  { isOn, at, previousAt }: FanSwitch,
  runsByStart: ReadonlyMap<Millis, FanRun>,
): FanEvent {
  const start = isOn ? at : previousAt;
  const run = start && runsByStart.get(millis(start.getTime()));
  return {
    type: isOn ? 'on' : 'off',
    at: millis(at.getTime()),
    onAt: start && millis(start.getTime()),
    endedByPowerOutage: run ? run.endedByPowerOutage : false,
    offAt: run ? run.offAt : isOn ? null : millis(at.getTime()),
    durationS: run ? calculateRunDurationS(run) : null,
  };
}
