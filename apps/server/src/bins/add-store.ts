import type { Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** Whose a farm is that exists and stays as it is until the transaction ends; null without it. */
export async function lockFarmOwner(
  trx: Transaction<Tables>,
  farmId: number,
): Promise<number | null> {
  const row = await trx
    .selectFrom('farms')
    .select('ownerId')
    .where('id', '=', farmId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.ownerId ?? null;
}
