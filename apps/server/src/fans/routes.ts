import { type FanEvent, fanHistory, getFanRuns } from '@granary/contract/fans/http';
import { toPagination } from '@granary/contract/pagination';
import type { FanRun } from '@granary/domain/fans/fan-runs';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { serve } from '../platform/http/serve.ts';
import { type AverageGrain, runDurationS, serializeFanRuns, serializeTotals } from './fan-runs.ts';
import { findFanRates, findFanRuns } from './runs-store.ts';
import { type FanSwitch, findFanSwitches } from './store.ts';

export interface FanPorts extends RoutePorts {
  readonly averageGrain: AverageGrain;
}

/** Lists when a fan turned on and off, and what its runs did. */
export function fanRoutes(app: FastifyInstance, ports: FanPorts): void {
  const { db, guard, averageGrain, now } = ports;

  serve(app, guard, getFanRuns, async ({ query }) => {
    const { bin_id: binId, from, to } = query;
    const [runs, rates] = await Promise.all([
      findFanRuns(db, binId, { from, to, now: now() }),
      findFanRates(db, binId),
    ]);
    return serializeFanRuns(averageGrain, binId, runs, rates, { from, to });
  });

  serve(app, guard, fanHistory, async ({ query }) => {
    const { bin_id: binId, page, limit, since = null } = query;
    const offset = (page - 1) * limit;
    const range = { from: since ?? millis(0), to: now() };
    const [{ switches, total }, runs, rates] = await Promise.all([
      findFanSwitches(db, binId, { since, limit, offset }),
      findFanRuns(db, binId, { from: millis(0), to: range.to, now: range.to }),
      findFanRates(db, binId),
    ]);
    const runsByStart = new Map(runs.map((run) => [run.onAt, run]));
    return {
      RESP_MSG: 'OK',
      data: switches.map((one) => serializeSwitch(one, runsByStart)),
      pagination: toPagination(page, limit, total, false),
      totals: serializeTotals(
        runs.filter(({ until }) => until >= range.from),
        rates,
        range,
      ),
    };
  });
}

/** A fan event with the run that it starts or ends. */
function serializeSwitch(
  { isOn, at, before }: FanSwitch,
  runsByStart: ReadonlyMap<Millis, FanRun>,
): FanEvent {
  const start = isOn ? at : before;
  const run = start && runsByStart.get(millis(start.getTime()));
  return {
    type: isOn ? 'on' : 'off',
    at: millis(at.getTime()),
    onAt: start && millis(start.getTime()),
    offAt: run ? run.offAt : isOn ? null : millis(at.getTime()),
    durationS: run ? runDurationS(run) : null,
  };
}
