import * as contract from '@granary/contract/server-health/http';
import type { ServerMeasurements } from '@granary/domain/server-health/check-server';
import { SECOND } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import { acknowledgeServerAlert, findServerAlerts } from './store.ts';

export interface ServerHealthRoutePorts extends RoutePorts {
  measure(): Promise<Omit<ServerMeasurements, 'databaseOutage'>>;
}

/** Adds the routes with which admins see and acknowledge alerts about the server. */
export function serverHealthRoutes(app: FastifyInstance, ports: ServerHealthRoutePorts): void {
  const { db, guard, now } = ports;
  serve(app, guard, contract.getServerHealth, () => loadServerHealth(ports));

  serve(app, guard, contract.acknowledgeServerAlert, async ({ actor, params }) => {
    const acknowledgment = { userId: requireSignedIn(actor).id, now: now() };
    // The response is the same if someone else acknowledged the alert or the alert has ended.
    if (!(await acknowledgeServerAlert(db, params.alertId, acknowledgment))) {
      throw new ApiError('NOT_FOUND', 'notFound');
    }
    return loadServerHealth(ports);
  });
}

async function loadServerHealth({
  db,
  now,
  measure,
}: ServerHealthRoutePorts): Promise<contract.ServerHealth> {
  const { diskFreePercent, clockOffsetMs, lastArrivalAt, channels } = await measure();
  return {
    alerts: await findServerAlerts(db, now()),
    measurements: {
      diskFreePercent,
      clockOffsetSeconds: clockOffsetMs && Math.round(clockOffsetMs / SECOND),
      lastArrivalAt,
      failingChannels: channels.flatMap(({ channel, failingSince }) =>
        failingSince === null ? [] : [{ channel, since: failingSince }],
      ),
    },
  };
}
