import { type Farm, getAllFarms, getFarm } from '@granary/contract/farms/http';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Caller } from '../access/guard.ts';
import { RefusalError } from '../platform/http/refusal.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { type CountedFarmRow, findFarm, findFarmsOf } from './store.ts';

export interface FarmPorts {
  readonly db: Kysely<Tables>;
  readonly guard: Guard<Caller>;
}

/** Farms as their owners and staff read them. */
export function farmRoutes(app: FastifyInstance, { db, guard }: FarmPorts): void {
  serve(app, guard, getAllFarms, async ({ query }) =>
    (await findFarmsOf(db, query.user_id)).map(presentFarm),
  );

  serve(app, guard, getFarm, async ({ query }) => {
    const farm = await findFarm(db, query.farm_id);
    if (!farm) throw new RefusalError('NOT_FOUND', 'notFound');
    return presentFarm(farm);
  });
}

function presentFarm(row: CountedFarmRow): Farm {
  const { id, name, city, state, country, ownerId, lat, lng, timezone } = row;
  const { ambientSensorAttached, ambientBinId, binCount } = row;
  const place = { city, state, country, lat, lng, timezone };
  return {
    id,
    documentId: id,
    name,
    ownerId,
    ...place,
    ambientSensorAttached,
    ambientBinId,
    binCount,
  };
}
