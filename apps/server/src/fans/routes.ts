import { type FanEvent, fanHistory, getFanRuns } from '@granary/contract/fans/http';
import { toPagination } from '@granary/contract/pagination';
import { millis, SECOND } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { serve } from '../platform/http/serve.ts';
import { type AverageGrain, serializeFanRuns } from './fan-runs.ts';
import { type FanSwitch, findFanRuns, findFanSwitches } from './store.ts';

export interface FanPorts extends RoutePorts {
  readonly averageGrain: AverageGrain;
}

/** Lists when a fan turned on and off, and what its runs did. */
export function fanRoutes(app: FastifyInstance, { db, guard, averageGrain }: FanPorts): void {
  serve(app, guard, getFanRuns, async ({ query }) => {
    const { bin_id: binId, from, to } = query;
    const runs = await findFanRuns(db, binId, { from: new Date(from), to: new Date(to) });
    return serializeFanRuns(averageGrain, binId, runs, { from, to });
  });

  serve(app, guard, fanHistory, async ({ query }) => {
    const { bin_id: binId, page, limit, since = null } = query;
    const offset = (page - 1) * limit;
    const { switches, total } = await findFanSwitches(db, binId, { since, limit, offset });
    return {
      RESP_MSG: 'OK',
      data: switches.map(serializeSwitch),
      pagination: toPagination(page, limit, total, false),
    };
  });
}

/** A fan event with the run that it starts or ends. */
function serializeSwitch({ isOn, at, before, after }: FanSwitch): FanEvent {
  const [onAt, offAt] = isOn ? [at, after] : [before, at];
  const isComplete = onAt !== null && offAt !== null;
  return {
    type: isOn ? 'on' : 'off',
    at: millis(at.getTime()),
    onAt: onAt && millis(onAt.getTime()),
    offAt: offAt && millis(offAt.getTime()),
    durationS: isComplete ? (offAt.getTime() - onAt.getTime()) / SECOND : null,
  };
}
