import * as contract from '@granary/contract/alerts/http';
import { getGrainRisks } from '@granary/contract/insights/http';
import { toPagination } from '@granary/contract/pagination';
import { getActorScope, type Scope } from '@granary/domain/access/access';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import { ApiError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { BinWithFill } from '../readings/fill-history.ts';
import { countUncheckedBins, findAlert, findAlerts } from './alert-list-store.ts';
import { acknowledge } from './alerts-store.ts';
import { loadGrainRisks } from './grain-risks.ts';

export interface AlertRoutePorts extends RoutePorts {
  /** An existing bin with its fill history. */
  loadBin(db: Db, id: number): Promise<BinWithFill | null>;
  /** How many bins need attention but have no open alert. */
  countBinsWithoutAlert(
    scope: Scope,
    filter: { readonly farmId: number | null; readonly binId: number | null },
  ): Promise<number>;
}

/** Calls that list and acknowledge alerts, and that assess the risks to the grain in a bin. */
export function alertRoutes(
  app: FastifyInstance,
  { db, guard, now, loadBin, countBinsWithoutAlert }: AlertRoutePorts,
): void {
  serve(app, guard, contract.getAlerts, async ({ actor, query }) => {
    const { state, farm_id: farmId = null, bin_id: binId = null, page, limit } = query;
    const { rule = null, search = '', since = null } = query;
    const scope = getActorScope(requireSignedIn(actor));
    const { alerts, total } = await findAlerts(db, scope, {
      state,
      farmId,
      binId,
      rule,
      search,
      since,
      page,
      limit,
    });
    return {
      RESP_MSG: 'OK',
      data: alerts,
      pagination: toPagination(page, limit, total, false),
      unchecked_bins: await countUncheckedBins(db, scope, { farmId, binId }, now()),
      bins_without_alert: await countBinsWithoutAlert(scope, { farmId, binId }),
    };
  });

  serve(app, guard, contract.acknowledgeAlert, async ({ actor, params, body, request }) => {
    // The response is the alert as it is now, even if someone else has acknowledged it or it has ended.
    await acknowledge(db, params.alertId, toChangedBy(actor, request, now()), body.note.trim());
    const alert = await findAlert(db, params.alertId);
    if (alert === null) throw new ApiError('NOT_FOUND', 'notFound');
    return alert;
  });

  serve(app, guard, getGrainRisks, async ({ query }) => {
    const bin = await loadBin(db, query.bin_sensor_id);
    if (bin === null) throw new ApiError('NOT_FOUND', 'binMissing');
    return loadGrainRisks(db, bin, now());
  });
}
