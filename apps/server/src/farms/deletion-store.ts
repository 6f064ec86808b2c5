import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** Hides a farm that is locked. */
export async function markFarmDeleted(
  trx: Transaction<Tables>,
  id: number,
  at: Date,
): Promise<void> {
  await trx.updateTable('farms').set({ deletedAt: at }).where('id', '=', id).execute();
}

/** Brings a farm back. */
export async function unmarkFarmDeleted(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.updateTable('farms').set({ deletedAt: null }).where('id', '=', id).execute();
}

/** A deleted farm. */
export interface DeletedFarm {
  readonly id: number;
  readonly name: string;
  readonly deletedAt: Date;
  readonly ownerId: number;
  readonly ownerEmail: string;
  readonly isOwnerDeleted: boolean;
}

/** Deleted farms: one, kept as it is until the transaction ends, or all of them. */
export async function findDeletedFarms(
  db: Kysely<Tables>,
  which: { readonly id: number } | 'all',
): Promise<DeletedFarm[]> {
  const chosen = which === 'all' ? sql`true` : sql`farms.id = ${which.id}`;
  const { rows } = await sql<DeletedFarm>`
    select farms.id, farms.name, farms.deleted_at, farms.owner_id,
      users.email as owner_email, users.deleted_at is not null as is_owner_deleted
    from farms join users on users.id = farms.owner_id
    where farms.deleted_at is not null and ${chosen}
    order by farms.id for update of farms for share of users`.execute(db);
  return rows;
}

/** Ends for good the farms that were deleted before an instant, once their bins are ended. */
export async function purgeFarms(db: Kysely<Tables>, before: Date): Promise<void> {
  await sql`
    delete from farms where deleted_at < ${before}
    and not exists (select from bins where bins.farm_id = farms.id)
    and not exists (select from main_boards where main_boards.farm_id = farms.id)`.execute(db);
}
