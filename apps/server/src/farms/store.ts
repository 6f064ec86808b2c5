import { farmOwnerRoles } from '@granary/domain/access/roles';
import { sql } from 'kysely';
import type { Db, FarmRow, NewFarm, Trx } from '../platform/postgres/tables.ts';

export type FarmDetailRow = FarmRow & {
  readonly binCount: number;
  /** The bin with the outdoor sensor, unless it is deleted. */
  readonly liveAmbientBinId: number | null;
};

/** An owner's farms, by name. */
export function findFarmsOfOwner(db: Db, ownerId: number): Promise<FarmDetailRow[]> {
  return selectFarms(db).where('farms.ownerId', '=', ownerId).execute();
}

/** One farm; null if it does not exist. */
export async function findFarm(db: Db, id: number): Promise<FarmDetailRow | null> {
  return (await selectFarms(db).where('farms.id', '=', id).executeTakeFirst()) ?? null;
}

/** A farm, locked until the transaction ends; null if it does not exist. */
export async function lockFarm(trx: Trx, id: number): Promise<FarmDetailRow | null> {
  const row = await selectFarms(trx).where('farms.id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

function selectFarms(db: Db) {
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

/** The time zone in a customer's profile; null if the account cannot own farms. */
export async function findOwnerTimeZone(
  db: Db,
  id: number,
): Promise<{ readonly timezone: string } | null> {
  const row = await selectOwner(db, id).executeTakeFirst();
  return row ?? null;
}

/** A customer, locked against deletion until the transaction ends. */
export async function lockOwner(
  trx: Trx,
  id: number,
): Promise<{ readonly timezone: string } | null> {
  const row = await selectOwner(trx, id).forShare().executeTakeFirst();
  return row ?? null;
}

function selectOwner(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select('timezone')
    .where('id', '=', id)
    .where('role', 'in', farmOwnerRoles)
    .where('deletedAt', 'is', null);
}

/** Inserts a farm; returns its ID. */
export async function insertFarm(trx: Trx, farm: NewFarm): Promise<number> {
  const row = await trx.insertInto('farms').values(farm).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** The columns of a farm that an edit can change. */
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
  | 'pricePerKwh'
  | 'version'
>;

/** Updates a farm and notifies every process that caches its bins. */
export async function updateFarm(trx: Trx, id: number, columns: FarmColumns): Promise<void> {
  await trx.updateTable('farms').set(columns).where('id', '=', id).execute();
  await sql`
    select pg_notify('bins_changed', id) from main_boards where farm_id = ${id}`.execute(trx);
}

/** Whether a bin exists and belongs to a farm. */
export async function isBinOnFarm(trx: Trx, farmId: number, binId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('bins')
    .select('id')
    .where('id', '=', binId)
    .where('farmId', '=', farmId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The ID of a farm's owner; the farm is locked until the transaction ends. Null if the farm does not exist.
 */
export async function lockFarmAndFindOwner(trx: Trx, farmId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('farms')
    .select('ownerId')
    .where('id', '=', farmId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.ownerId ?? null;
}

/** Marks a locked farm as deleted. */
export async function markFarmDeleted(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('farms').set({ deletedAt: at }).where('id', '=', id).execute();
}

/** Restores a deleted farm. */
export async function unmarkFarmDeleted(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('farms').set({ deletedAt: null }).where('id', '=', id).execute();
}

export interface DeletedFarm {
  readonly id: number;
  readonly name: string;
  readonly deletedAt: Date;
  readonly ownerId: number;
  readonly ownerEmail: string;
  readonly isOwnerDeleted: boolean;
}

/** Deleted farms, one or all, locked until the transaction ends. */
export async function findDeletedFarms(
  db: Db,
  selection: { readonly id: number } | 'all',
): Promise<DeletedFarm[]> {
  const isSelected = selection === 'all' ? sql`true` : sql`farms.id = ${selection.id}`;
  const { rows } = await sql<DeletedFarm>`
    select farms.id, farms.name, farms.deleted_at, farms.owner_id,
      users.email as owner_email, users.deleted_at is not null as is_owner_deleted
    from farms join users on users.id = farms.owner_id
    where farms.deleted_at is not null and ${isSelected}
    order by farms.id for update of farms for share of users`.execute(db);
  return rows;
}

/**
 * Permanently deletes farms that were marked as deleted before the given time and have no bins or main boards
 * left.
 */
export async function purgeFarms(db: Db, cutoff: Date): Promise<void> {
  await sql`
    delete from farms where deleted_at < ${cutoff}
    and not exists (select from bins where bins.farm_id = farms.id)
    and not exists (select from main_boards where main_boards.farm_id = farms.id)`.execute(db);
}
