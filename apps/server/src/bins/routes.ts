import type { Language } from '@granary/contract/accounts/http';
import * as contract from '@granary/contract/bins/http';
import { getAllBins, getUserBins } from '@granary/contract/bins/lists';
import { getCustomerStates, getFarmStates, getWorstCustomers } from '@granary/contract/bins/states';
import { getActorScope, getOwnListScope } from '@granary/domain/access/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn, toChangedBy } from '../access/signed-in.ts';
import { findPreferredLanguage, formatReply } from '../platform/http/error-message.ts';
import { ApiError, editConflictError } from '../platform/http/error-response.ts';
import { serve, serveJsonText } from '../platform/http/serve.ts';
import {
  type StatusOutcome,
  type StatusPorts,
  setAllStatuses,
  setStatus,
} from './cables/sensor-statuses.ts';
import { type BinDeletionPorts, deleteBin } from './deletion/delete-bins.ts';
import { type BinDetailSources, loadBinDetails } from './load-bin-details.ts';
import { moveBin } from './positions/move-bin.ts';
import { serializeBin } from './serialize-bin.ts';
import { serializeBinList } from './serialize-bin-list.ts';
import {
  type CustomerSources,
  findFarmStates,
  findWorstCustomers,
} from './severity/farm-states.ts';
import { findBinNames, loadBins, type NamedBin } from './store.ts';

export interface BinPorts extends BinDeletionPorts, StatusPorts, RoutePorts {
  readonly sources: BinDetailSources & CustomerSources;
}

/** Lists, moves and deletes bins, and sets the statuses of their sensors. */
export function binRoutes(app: FastifyInstance, ports: BinPorts): void {
  registerReadRoutes(app, ports);
  registerChangeRoutes(app, ports);
}

function registerReadRoutes(app: FastifyInstance, { db, guard, sources, now }: BinPorts): void {
  serveJsonText(app, guard, getAllBins, async ({ query, request }) => {
    const bins = await findBinNames(db, { farmId: query.farm_id });
    const language = findPreferredLanguage(request.headers['accept-language']);
    const listedBins =
      query.first === undefined ? bins : takeFirstByName(bins, query.first, language);
    return serializeBinList(db, sources, listedBins, query.fields);
  });

  serveJsonText(app, guard, getUserBins, async ({ actor, query }) => {
    const bins = await findBinNames(db, { scope: getOwnListScope(requireSignedIn(actor)) });
    return serializeBinList(db, sources, bins, query.fields);
  });

  serve(app, guard, getFarmStates, ({ query }) =>
    findFarmStates(db, { kind: 'own', userId: query.user_id }, now()),
  );

  serve(app, guard, getCustomerStates, ({ actor }) =>
    findFarmStates(db, getActorScope(requireSignedIn(actor)), now()),
  );

  serve(app, guard, getWorstCustomers, ({ actor, query, request }) => {
    const language = findPreferredLanguage(request.headers['accept-language']);
    const worstQuery = {
      scope: getActorScope(requireSignedIn(actor)),
      limit: query.first,
      language,
    };
    return findWorstCustomers(db, sources, worstQuery, now());
  });

  serve(app, guard, contract.getBinsMenu, async ({ actor }) => {
    const bins = await findBinNames(db, { scope: getOwnListScope(requireSignedIn(actor)) });
    return bins.map(({ id, name }) => ({ id, documentId: id, name }));
  });

  serve(app, guard, contract.getBinSensor, async ({ query }) => {
    const [details] = await loadBinDetails(db, sources, await loadBins(db, { ids: [query.id] }));
    if (!details) throw new ApiError('NOT_FOUND', 'binMissing');
    return serializeBin(details);
  });
}

/** Returns the first bins by name, sorted the way the screens sort them. */
function takeFirstByName(bins: readonly NamedBin[], count: number, language: Language) {
  const collator = new Intl.Collator(language, { numeric: true });
  return bins.toSorted((a, b) => collator.compare(a.name, b.name) || a.id - b.id).slice(0, count);
}

function registerChangeRoutes(app: FastifyInstance, ports: BinPorts): void {
  const { db, guard } = ports;

  serve(app, guard, contract.setSensorStatus, async ({ actor, params, body, request }) => {
    const { binId, cableId, position } = params;
    const { above = false, cable = null, positions: otherPositions = [] } = body;
    const sensor = { cableId, cable, position, otherPositions, includesSensorsAbove: above };
    const change = {
      status: body.sensorStatus,
      changedBy: toChangedBy(actor, request, ports.now()),
    };
    return toStatusResponse(await setStatus(ports, binId, sensor, change), request);
  });

  serve(app, guard, contract.setAllSensorStatuses, async ({ actor, params, request }) => {
    const change = { status: params.status, changedBy: toChangedBy(actor, request, ports.now()) };
    return toStatusResponse(await setAllStatuses(ports, params.binId, change), request);
  });

  serve(app, guard, contract.moveBin, async ({ actor, params, body, request }) => {
    const outcome = await moveBin(db, params.binId, body, toChangedBy(actor, request, ports.now()));
    if (outcome.kind === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    if (outcome.kind === 'stale') throw editConflictError(outcome.fields);
    const message = formatReply(request, 'binMoved');
    return { RESP_MSG: message, version: outcome.version };
  });

  serve(app, guard, contract.deleteBinSensor, async ({ actor, body, request }) => {
    const outcome = await deleteBin(ports, body.id, toChangedBy(actor, request, ports.now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'binMissing');
    if (outcome === 'fan-running') throw new ApiError('CONFLICT', 'fanRunning');
    if (outcome === 'bin-entered') throw new ApiError('CONFLICT', 'binOccupied');
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
      throw new ApiError('NOT_FOUND', 'noReadingYet');
    case 'gone':
      throw new ApiError('NOT_FOUND', 'binMissing');
  }
}
