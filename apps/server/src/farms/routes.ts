import * as contract from '@granary/contract/farms/http';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { toChangedBy } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { ApiError, editConflictError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import {
  addFarm,
  changeFarm,
  type EditOutcome,
  type FieldProblem,
  type SavedFarm,
} from './change-farm.ts';
import { deleteFarm, type FarmDeletionPorts } from './delete-farm.ts';
import { proposeFarmZone } from './propose-farm-zone.ts';
import { serializeFarm } from './serialize-farm.ts';
import { findFarm, findFarmsOfOwner, findOwnerTimeZone } from './store.ts';

export interface FarmPorts extends FarmDeletionPorts, RoutePorts {
  /** Rebuilds the days of bins whose farm's time zone has changed. */
  rebuildDays(): void;
}

/** Reads, adds, changes and deletes farms. */
export function farmRoutes(app: FastifyInstance, ports: FarmPorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, contract.getAllFarms, async ({ query }) =>
    (await findFarmsOfOwner(db, query.user_id)).map(serializeFarm),
  );

  serve(app, guard, contract.getFarm, async ({ query }) => {
    const farm = await findFarm(db, query.farm_id);
    if (!farm) throw new ApiError('NOT_FOUND', 'notFound');
    return serializeFarm(farm);
  });

  serve(app, guard, contract.getTimeZoneProposal, async ({ query }) => {
    const owner = await findOwnerTimeZone(db, query.user_id);
    if (!owner) throw new ApiError('NOT_FOUND', 'notFound');
    return proposeFarmZone({ lat: query.lat ?? null, lng: query.lng ?? null }, owner);
  });

  serve(app, guard, contract.addFarm, async ({ actor, body, request }) =>
    requireSaved(await addFarm(db, body, toChangedBy(actor, request, now()))),
  );

  serve(app, guard, contract.updateFarm, async ({ actor, body, request }) => {
    const outcome = await changeFarm(db, body, toChangedBy(actor, request, now()));
    if (outcome.kind === 'saved' && outcome.isZoneChanged) ports.rebuildDays();
    return requireSaved(outcome);
  });

  serve(app, guard, contract.deleteFarm, async ({ actor, body, request }) => {
    const outcome = await deleteFarm(ports, body.id, toChangedBy(actor, request, now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'notFound');
    if (outcome === 'fan-running') throw new ApiError('CONFLICT', 'fanRunning');
    if (outcome === 'bin-entered') throw new ApiError('CONFLICT', 'binOccupied');
    return formatReply(request, 'farmDeleted');
  });
}

function requireSaved(outcome: SavedFarm | FieldProblem | EditOutcome): contract.Farm {
  switch (outcome.kind) {
    case 'saved':
      return outcome.farm;
    case 'gone':
      throw new ApiError('NOT_FOUND', 'notFound');
    case 'invalid': {
      const { field } = outcome;
      const messageKey = field === 'timezone' ? 'timezoneUnknown' : 'invalidField';
      throw new ApiError('INVALID_INPUT', 'invalidInput', {
        values: { fields: field },
        fields: [{ path: field, messageKey }],
      });
    }
    case 'stale':
      throw editConflictError(outcome.fields);
  }
}
