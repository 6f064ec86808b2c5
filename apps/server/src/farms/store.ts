import { type Kysely, sql } from 'kysely';
import type { FarmRow, Tables } from '../platform/postgres/tables.ts';

export type CountedFarmRow = FarmRow & { readonly binCount: number };

/** An owner's farms, by name. */
export function findFarmsOf(db: Kysely<Tables>, ownerId: number): Promise<CountedFarmRow[]> {
  return farms(db).where('farms.ownerId', '=', ownerId).execute();
}

/** One farm, or null where there is none. */
export async function findFarm(db: Kysely<Tables>, id: number): Promise<CountedFarmRow | null> {
  return (await farms(db).where('farms.id', '=', id).executeTakeFirst()) ?? null;
}

function farms(db: Kysely<Tables>) {
  return db
    .selectFrom('farms')
    .selectAll()
    .select(
      sql<number>`(
        select count(*)::int from bins
        where bins.farm_id = farms.id and bins.deleted_at is null
      )`.as('binCount'),
    )
    .where('farms.deletedAt', 'is', null)
    .orderBy('farms.name')
    .orderBy('farms.id');
}
