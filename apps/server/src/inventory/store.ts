import type { LoadType, MonthlyLoads } from '@granary/contract/inventory/http';
import type { Scope } from '@granary/domain/access/access';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { toLocalDay } from '@granary/domain/bins/local-day';
import { DAY, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { BinLoadRow, Db, DeletedBinLoadRow, Trx } from '../platform/postgres/tables.ts';

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

/**
 * The quantities loaded and unloaded in a month, 'YYYY-MM', in each farm's time zone, by bin and by the crop
 * that the bin contained then.
 */
export async function findMonthlyLoads(
  db: Db,
  scope: Scope,
  month: string,
): Promise<MonthlyLoads[]> {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const sums = new Map<string, MonthlyLoads>();
  // No zone is more than a day from UTC, and no month has more than 31 days.
  for (const entry of await findEntries(db, scope, start - DAY, start + 32 * DAY)) {
    const day = toLocalDay(millis(entry.at.getTime()), toKnownZone(entry.timezone));
    if (!day.startsWith(month)) continue;
    const { binId, crop, volume } = entry;
    const key = JSON.stringify([binId, crop]);
    const sum = sums.get(key) ?? { binId, crop, loaded: 0, unloaded: 0 };
    const field = entry.type === 'load' ? 'loaded' : 'unloaded';
    sums.set(key, { ...sum, [field]: sum[field] + volume });
  }
  return [...sums.values()];
}

/** The entries from `from` until before `to`, ms, with the bin's crop at the time of each. */
function findEntries(db: Db, scope: Scope, from: number, to: number) {
  const crop = sql<string | null>`(
    select crop from crop_periods
    where crop_periods.bin_id = bins.id and cable = 0 and from_at <= bin_loads.at
    order by from_at desc limit 1)`;
  return db
    .selectFrom('binLoads')
    .innerJoin('bins', 'bins.id', 'binLoads.binId')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .select(['binLoads.binId', 'binLoads.at', 'binLoads.type', 'binLoads.volume'])
    .select(['farms.timezone', crop.as('crop')])
    .where('bins.deletedAt', 'is', null)
    .where('binLoads.at', '>=', new Date(from))
    .where('binLoads.at', '<', new Date(to))
    .where(inScope(scope))
    .orderBy('binLoads.binId')
    .orderBy('binLoads.at')
    .execute();
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

/** Moves an entry to the deleted entries. */
export async function moveToDeletedLoads(
  trx: Trx,
  load: BinLoadRow,
  deletedAt: Date,
): Promise<void> {
  await trx.deleteFrom('binLoads').where('id', '=', load.id).execute();
  await trx
    .insertInto('deletedBinLoads')
    .values({ ...load, deletedAt })
    .execute();
}

/** The deleted entries of a bin, most recently deleted first. */
export function findDeletedLoads(db: Db, binId: number): Promise<DeletedBinLoadRow[]> {
  return db
    .selectFrom('deletedBinLoads')
    .selectAll()
    .where('binId', '=', binId)
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Moves a deleted entry back to the ledger of its bin; null if there is none. */
export async function moveFromDeletedLoads(
  trx: Trx,
  { binId, id }: Pick<BinLoadRow, 'binId' | 'id'>,
): Promise<BinLoadRow | null> {
  const { rows } = await sql<BinLoadRow>`
    with restored as (
      delete from deleted_bin_loads where bin_id = ${binId} and id = ${id} returning *
    )
    insert into bin_loads (id, bin_id, type, at, volume, moisture, protein, version)
    overriding system value
    select id, bin_id, type, at, volume, moisture, protein, version + 1 from restored
    returning *`.execute(trx);
  return rows[0] ?? null;
}

/** Permanently removes the entries that were deleted before the given time. */
export async function purgeLoads(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('deletedBinLoads').where('deletedAt', '<', cutoff).execute();
}
