import type { LoadType } from '@granary/contract/inventory/http';
import type { BinLoadRow, Db, Trx } from '../platform/postgres/tables.ts';

export type NewLoad = Omit<BinLoadRow, 'id' | 'version'>;

/** The loads and unloads of a bin, or only those of one type, newest first. */
export async function findLoads(
  db: Db,
  binId: number,
  type: LoadType | null,
): Promise<BinLoadRow[]> {
  let query = db.selectFrom('binLoads').selectAll().where('binId', '=', binId);
  if (type !== null) query = query.where('type', '=', type);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').execute();
}

/** An entry, locked until the transaction ends; null if it does not exist. */
export async function lockLoad(trx: Trx, id: number): Promise<BinLoadRow | null> {
  const query = trx.selectFrom('binLoads').selectAll().where('id', '=', id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export function insertLoad(trx: Trx, load: NewLoad): Promise<BinLoadRow> {
  return trx.insertInto('binLoads').values(load).returningAll().executeTakeFirstOrThrow();
}

/** Updates an entry and increments its version. */
export function writeLoad(
  trx: Trx,
  { id, binId, type, ...columns }: BinLoadRow,
): Promise<BinLoadRow> {
  return trx
    .updateTable('binLoads')
    .set({ ...columns, version: columns.version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeLoad(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('binLoads').where('id', '=', id).execute();
}
