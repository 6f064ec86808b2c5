import type { Transaction } from 'kysely';
import type { BinRow, Tables } from '../platform/postgres/tables.ts';

/** A bin as far as its place on the map concerns. */
export type PlacedBin = Pick<BinRow, 'id' | 'name' | 'mainBoardId' | 'lat' | 'lng' | 'version'>;

/** A bin that exists, kept as it is until the transaction ends; null where there is none. */
export async function lockPlacedBin(
  trx: Transaction<Tables>,
  id: number,
): Promise<PlacedBin | null> {
  const row = await trx
    .selectFrom('bins')
    .select(['id', 'name', 'mainBoardId', 'lat', 'lng', 'version'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Writes where a bin stands. */
export async function writePosition(
  trx: Transaction<Tables>,
  { id, lat, lng, version }: Pick<PlacedBin, 'id' | 'lat' | 'lng' | 'version'>,
): Promise<void> {
  await trx.updateTable('bins').set({ lat, lng, version }).where('id', '=', id).execute();
}
