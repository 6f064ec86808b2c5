import type { Language } from '@granary/contract/accounts/http';
import * as contract from '@granary/contract/bins/http';
import { getAllBinForAUser, getAllBins } from '@granary/contract/bins/lists';
import { getCustomerStates, getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { summarizeBin } from '@granary/contract/bins/summarize-bin';
import { ownListScope, scopeOf } from '@granary/domain/access/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { changedBy, requireSignedIn } from '../access/signed-in.ts';
import { formatReply, preferredLanguage } from '../platform/http/error-message.ts';
import { ApiError, editConflictError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import type { BinContext } from '../readings/bin-context.ts';
import {
  type StatusOutcome,
  type StatusPorts,
  setAllStatuses,
  setStatus,
} from './cables/sensor-statuses.ts';
import { type BinDeletionPorts, deleteBin } from './deletion/delete-bins.ts';
import { type BinDetailSources, loadBinDetails } from './load-bin-details.ts';
import { moveBin } from './positions/move-bin.ts';
import { serializeBin, serializeListedBin } from './serialize-bin.ts';
import {
  type CustomerSources,
  findFarmStates,
  findWorstCustomers,
} from './severity/farm-states.ts';
import { loadBins } from './store.ts';

export interface BinPorts extends BinDeletionPorts, StatusPorts, RoutePorts {
  readonly sources: BinDetailSources & CustomerSources;
}

/** Lists, moves and deletes bins, and sets the statuses of their sensors. */
export function binRoutes(app: FastifyInstance, ports: BinPorts): void {
  readRoutes(app, ports);
  changeRoutes(app, ports);
}

function readRoutes(app: FastifyInstance, { db, guard, sources, now }: BinPorts): void {
  const list = async (contexts: readonly BinContext[], fields: 'summary' | undefined) => {
    const bins = await loadBinDetails(db, sources, contexts);
    if (fields === undefined) return bins.map(serializeListedBin);
    const at = now();
    return bins.map((details) => summarizeBin(serializeListedBin(details), at));
  };

  serve(app, guard, getAllBins, async ({ query, request }) => {
    const contexts = await loadBins(db, { farmId: query.farm_id });
    if (query.first === undefined) return list(contexts, query.fields);
    const language = preferredLanguage(request.headers['accept-language']);
    return list(takeFirstByName(contexts, query.first, language), query.fields);
  });

  serve(app, guard, getAllBinForAUser, async ({ actor, query }) =>
    list(await loadBins(db, { scope: ownListScope(requireSignedIn(actor)) }), query.fields),
  );

  serve(app, guard, getFarmStates, ({ query }) =>
    findFarmStates(db, { kind: 'own', userId: query.user_id }, now()),
  );

  serve(app, guard, getCustomerStates, ({ actor }) =>
    findFarmStates(db, scopeOf(requireSignedIn(actor)), now()),
  );

  serve(app, guard, getWorstCustomers, ({ actor, query, request }) => {
    const language = preferredLanguage(request.headers['accept-language']);
    const worstQuery = { scope: scopeOf(requireSignedIn(actor)), first: query.first, language };
    return findWorstCustomers(db, sources, worstQuery, now());
  });

  serve(app, guard, contract.getBinsMenu, async ({ actor }) => {
    const contexts = await loadBins(db, { scope: ownListScope(requireSignedIn(actor)) });
    return contexts.map(({ bin: { id, name } }) => ({ id, documentId: id, name }));
  });

  serve(app, guard, contract.getBinSensor, async ({ query }) => {
    const [details] = await loadBinDetails(db, sources, await loadBins(db, { ids: [query.id] }));
    if (!details) throw new ApiError('NOT_FOUND', 'binMissing');
    return serializeBin(details);
  });
}

/** The first bins by name, sorted as the screens sort them. */
function takeFirstByName(contexts: readonly BinContext[], count: number, language: Language) {
  const names = new Intl.Collator(language, { numeric: true });
  return contexts
    .toSorted(({ bin: a }, { bin: b }) => names.compare(a.name, b.name) || a.id - b.id)
    .slice(0, count);
}

function changeRoutes(app: FastifyInstance, ports: BinPorts): void {
  const { db, guard } = ports;

  serve(app, guard, contract.setSensorStatus, async ({ actor, params, body, request }) => {
    const { binId, cableId, position } = params;
    const { above = false, cable = null, positions: others = [] } = body;
    const sensor = { cableId, cable, position, others, above };
    const change = { status: body.sensorStatus, by: changedBy(actor, request, ports.now()) };
    return toStatusResponse(await setStatus(ports, binId, sensor, change), request);
  });

  serve(app, guard, contract.setAllSensorStatuses, async ({ actor, params, request }) => {
    const change = { status: params.status, by: changedBy(actor, request, ports.now()) };
    return toStatusResponse(await setAllStatuses(ports, params.binId, change), request);
  });

  serve(app, guard, contract.moveBin, async ({ actor, params, body, request }) => {
    const outcome = await moveBin(db, params.binId, body, changedBy(actor, request, ports.now()));
    if (outcome.kind === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    if (outcome.kind === 'stale') throw editConflictError(outcome.fields);
    const message = formatReply(request, 'binMoved');
    return { RESP_MSG: message, version: outcome.version };
  });

  serve(app, guard, contract.deleteBinSensor, async ({ actor, body, request }) => {
    const outcome = await deleteBin(ports, body.id, changedBy(actor, request, ports.now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    if (outcome === 'fan-running') throw new ApiError('CONFLICT', 'fanRunning');
    if (outcome === 'bin-entered') throw new ApiError('CONFLICT', 'binEntered');
    return formatReply(request, 'binDeleted');
  });
}

function toStatusResponse(outcome: StatusOutcome, request: FastifyRequest): string {
  switch (outcome) {
    case 'updated':
      return formatReply(request, 'sensorsUpdated');
    case 'no-such-sensor':
      throw new ApiError('NOT_FOUND', 'notFound');
    case 'never-read':
      throw new ApiError('NOT_FOUND', 'neverRead');
    case 'gone':
      throw new ApiError('NOT_FOUND', 'binMissing');
  }
}
