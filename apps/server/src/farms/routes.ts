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
import { RefusalError } from '../platform/http/refusal.ts';
import { languageOf, say } from '../platform/http/sentence.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import { addFarm, changeFarm, type EditOutcome, type FieldProblem, type Saved } from './change.ts';
import { deleteFarm, type FarmDeletionPorts } from './deletion.ts';
import { presentFarm } from './present.ts';
import { findFarm, findFarmsOf } from './store.ts';

export interface FarmPorts extends FarmDeletionPorts {
  readonly guard: Guard<Caller>;
  now(): Millis;
  /** Told that the days of a farm's bins are to be cut in another time zone. */
  zoneChanged(): void;
}

/** Farms as their owners and staff read and change them. */
export function farmRoutes(app: FastifyInstance, ports: FarmPorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, getAllFarms, async ({ query }) =>
    (await findFarmsOf(db, query.user_id)).map(presentFarm),
  );

  serve(app, guard, getFarm, async ({ query }) => {
    const farm = await findFarm(db, query.farm_id);
    if (!farm) throw new RefusalError('NOT_FOUND', 'notFound');
    return presentFarm(farm);
  });

  serve(app, guard, addFarmRoute, async ({ actor, body, request }) =>
    savedIn(await addFarm(db, body, changedBy(actor, request, now()))),
  );

  serve(app, guard, updateFarm, async ({ actor, body, request }) => {
    const outcome = await changeFarm(db, body, changedBy(actor, request, now()));
    if (outcome.kind === 'saved' && outcome.isZoneNew) ports.zoneChanged();
    return savedIn(outcome);
  });

  serve(app, guard, deleteFarmRoute, async ({ actor, body, request }) => {
    const outcome = await deleteFarm(ports, body.id, changedBy(actor, request, now()));
    if (outcome === 'gone') throw new RefusalError('NOT_FOUND', 'notFound');
    return say(languageOf(request.headers['accept-language']), 'farmDeleted');
  });
}

function savedIn(outcome: Saved | FieldProblem | EditOutcome): Farm {
  switch (outcome.kind) {
    case 'saved':
      return outcome.farm;
    case 'gone':
      throw new RefusalError('NOT_FOUND', 'notFound');
    case 'invalid': {
      const { field } = outcome;
      const sentence = field === 'timezone' ? 'timezoneUnknown' : 'invalidField';
      throw new RefusalError('INVALID_INPUT', 'invalidInput', {
        values: { fields: field },
        fields: [{ path: field, sentence }],
      });
    }
    case 'stale':
      throw new RefusalError('CONFLICT', 'conflict', {
        fields: outcome.fields.map((path) => ({ path, sentence: 'changedMeanwhile' })),
      });
  }
}
