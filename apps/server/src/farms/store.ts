import { farmOwnerRoles } from '@granary/domain/access/roles';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { FarmRow, NewFarm, Tables } from '../platform/postgres/tables.ts';

export type FarmDetailRow = FarmRow & {
  readonly binCount: number;
  /** The bin with the outdoor sensor, unless it is deleted. */
  readonly liveAmbientBinId: number | null;
};

/** An owner's farms, by name. */
export function findFarmsOfOwner(db: Kysely<Tables>, ownerId: number): Promise<FarmDetailRow[]> {
  return selectFarms(db).where('farms.ownerId', '=', ownerId).execute();
}

/** One farm, or null where there is none. */
export async function findFarm(db: Kysely<Tables>, id: number): Promise<FarmDetailRow | null> {
  return (await selectFarms(db).where('farms.id', '=', id).executeTakeFirst()) ?? null;
}

/** The same, kept as it is until the transaction ends. */
export async function lockFarm(
  trx: Transaction<Tables>,
  id: number,
): Promise<FarmDetailRow | null> {
  const row = await selectFarms(trx).where('farms.id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

function selectFarms(db: Kysely<Tables>) {
  return db
    .selectFrom('farms')
    .selectAll('farms')
    .select([
      sql<number>`(
        select count(*)::int from bins
        where bins.farm_id = farms.id and bins.deleted_at is null
      )`.as('binCount'),
      sql<number | null>`(
        select bins.id from bins
        where bins.id = farms.ambient_bin_id and bins.deleted_at is null
      )`.as('liveAmbientBinId'),
    ])
    .where('farms.deletedAt', 'is', null)
    .orderBy('farms.name')
    .orderBy('farms.id');
}

/** A customer who exists, and whom nobody can delete until the transaction ends. */
export async function lockOwner(
  trx: Transaction<Tables>,
  id: number,
): Promise<{ readonly timezone: string } | null> {
  const row = await trx
    .selectFrom('users')
    .select('timezone')
    .where('id', '=', id)
    .where('role', 'in', farmOwnerRoles)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a farm; the answer is its id. */
export async function insertFarm(trx: Transaction<Tables>, farm: NewFarm): Promise<number> {
  const row = await trx.insertInto('farms').values(farm).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** What of a farm's row an edit can change. */
export type FarmColumns = Pick<
  FarmRow,
  | 'name'
  | 'city'
  | 'state'
  | 'country'
  | 'lat'
  | 'lng'
  | 'timezone'
  | 'ambientSensorAttached'
  | 'ambientBinId'
  | 'version'
>;

/** Writes a farm, and says so to whoever remembers its bins. */
export async function writeFarm(
  trx: Transaction<Tables>,
  id: number,
  columns: FarmColumns,
): Promise<void> {
  await trx.updateTable('farms').set(columns).where('id', '=', id).execute();
  await sql`
    select pg_notify('bins_changed', id) from main_boards where farm_id = ${id}`.execute(trx);
}

/** Whether a bin exists and stands on a farm. */
export async function isBinOnFarm(
  trx: Transaction<Tables>,
  farmId: number,
  binId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('bins')
    .select('id')
    .where('id', '=', binId)
    .where('farmId', '=', farmId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
