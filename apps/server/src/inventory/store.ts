import type { LoadType } from '@granary/contract/inventory/http';
import type { Kysely, Transaction } from 'kysely';
import type { BinLoadRow, Tables } from '../platform/postgres/tables.ts';

/** An entry before it has an id. */
export type NewLoad = Omit<BinLoadRow, 'id' | 'version'>;

/** The ledger of a bin, or one side of it, newest first. */
export async function findLoads(
  db: Kysely<Tables>,
  binId: number,
  type: LoadType | null,
): Promise<BinLoadRow[]> {
  let query = db.selectFrom('binLoads').selectAll().where('binId', '=', binId);
  if (type !== null) query = query.where('type', '=', type);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').execute();
}

/** An entry, kept as it is until the transaction ends; null where there is none. */
export async function lockLoad(trx: Transaction<Tables>, id: number): Promise<BinLoadRow | null> {
  const query = trx.selectFrom('binLoads').selectAll().where('id', '=', id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export function insertLoad(trx: Transaction<Tables>, load: NewLoad): Promise<BinLoadRow> {
  return trx.insertInto('binLoads').values(load).returningAll().executeTakeFirstOrThrow();
}

/** Writes a corrected entry under its next version. */
export function writeLoad(
  trx: Transaction<Tables>,
  { id, binId, type, ...columns }: BinLoadRow,
): Promise<BinLoadRow> {
  return trx
    .updateTable('binLoads')
    .set({ ...columns, version: columns.version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeLoad(trx: Transaction<Tables>, id: number): Promise<void> {
  await trx.deleteFrom('binLoads').where('id', '=', id).execute();
}
