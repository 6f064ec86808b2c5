import {
  addFarm as addFarmRoute,
  deleteFarm as deleteFarmRoute,
  type Farm,
  getAllFarms,
  getFarm,
  updateFarm,
} from '@granary/contract/farms/http';
import type { Millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { changedBy } from '../access/signed-in.ts';
import { formatMessage, preferredLanguage } from '../platform/http/error-message.ts';
import { ApiError, editConflictError } from '../platform/http/error-response.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import {
  addFarm,
  changeFarm,
  type EditOutcome,
  type FieldProblem,
  type Saved,
} from './change-farm.ts';
import { deleteFarm, type FarmDeletionPorts } from './delete-farm.ts';
import { serializeFarm } from './serialize-farm.ts';
import { findFarm, findFarmsOfOwner } from './store.ts';

export interface FarmPorts extends FarmDeletionPorts {
  readonly guard: Guard<Caller>;
  now(): Millis;
  /** Rebuilds the days of bins whose farm changed its time zone. */
  rebuildDays(): void;
}

/** Reads, adds, changes and deletes farms. */
export function farmRoutes(app: FastifyInstance, ports: FarmPorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, getAllFarms, async ({ query }) =>
    (await findFarmsOfOwner(db, query.user_id)).map(serializeFarm),
  );

  serve(app, guard, getFarm, async ({ query }) => {
    const farm = await findFarm(db, query.farm_id);
    if (!farm) throw new ApiError('NOT_FOUND', 'notFound');
    return serializeFarm(farm);
  });

  serve(app, guard, addFarmRoute, async ({ actor, body, request }) =>
    requireSaved(await addFarm(db, body, changedBy(actor, request, now()))),
  );

  serve(app, guard, updateFarm, async ({ actor, body, request }) => {
    const outcome = await changeFarm(db, body, changedBy(actor, request, now()));
    if (outcome.kind === 'saved' && outcome.isZoneChanged) ports.rebuildDays();
    return requireSaved(outcome);
  });

  serve(app, guard, deleteFarmRoute, async ({ actor, body, request }) => {
    const outcome = await deleteFarm(ports, body.id, changedBy(actor, request, now()));
    if (outcome === 'gone') throw new ApiError('NOT_FOUND', 'notFound');
    return formatMessage(preferredLanguage(request.headers['accept-language']), 'farmDeleted');
  });
}

function requireSaved(outcome: Saved | FieldProblem | EditOutcome): Farm {
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
