import type { MoistureTable } from '@granary/domain/moisture/table';
import { sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** A crop with its newest chart data. */
export interface CropRow {
  readonly id: number;
  readonly name: string;
  readonly tableId: number;
  readonly addedAt: Date;
  readonly chart: MoistureTable;
}

/** The crops that have chart data. */
export async function findCrops(db: Db): Promise<CropRow[]> {
  const { rows } = await sql<CropRow>`
    select distinct on (crops.id)
      crops.id, crops.name, crop_tables.id as table_id, crop_tables.added_at, crop_tables.chart
    from crops join crop_tables on crop_tables.crop_id = crops.id
    where crops.deleted_at is null
    order by crops.id, crop_tables.id desc`.execute(db);
  return rows;
}

/** Inserts a crop; returns its ID. */
export async function insertCrop(trx: Trx, name: string, createdAt: Date): Promise<number> {
  const crop = await trx
    .insertInto('crops')
    .values({ name, createdAt, deletedAt: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return crop.id;
}

/** Inserts chart data for a crop; returns the ID of its table. */
export async function insertTable(
  trx: Trx,
  cropId: number,
  table: MoistureTable,
  addedAt: Date,
): Promise<number> {
  const addedTable = await trx
    .insertInto('cropTables')
    .values({ cropId, addedAt, chart: JSON.stringify(table) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return addedTable.id;
}

export interface DeletedCrop extends CropRow {
  readonly deletedAt: Date;
}

/** The crops that were deleted at or after `since`, with their newest chart data, ordered by ID. */
export async function findDeletedCrops(db: Db, since: Date): Promise<DeletedCrop[]> {
  const { rows } = await sql<DeletedCrop>`
    select distinct on (crops.id)
      crops.id, crops.name, crops.deleted_at, crop_tables.id as table_id, crop_tables.added_at,
      crop_tables.chart
    from crops join crop_tables on crop_tables.crop_id = crops.id
    where crops.deleted_at >= ${since}
    order by crops.id, crop_tables.id desc`.execute(db);
  return rows;
}

/** Restores a crop that was marked as deleted. */
export async function unmarkCropDeleted(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('crops').set({ deletedAt: null }).where('id', '=', id).execute();
}

/** Marks a crop as deleted. Its chart data remain, for the moisture of past readings. */
export async function markCropDeleted(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('crops').set({ deletedAt: at }).where('id', '=', id).execute();
}
