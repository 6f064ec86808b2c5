import { sql } from 'kysely';
import {
  assignBoard,
  findBoardsWithoutKey,
  lockBoards,
  revokeUnusedKeys,
} from '../../boards/assignment-store.ts';
import type { BinRow, Db, Trx } from '../../platform/postgres/tables.ts';
import { notifyBinsChanged } from '../store.ts';

/** The columns of a bin that deleting and restoring need. */
export type DeletableBin = Pick<BinRow, 'id' | 'name' | 'mainBoardId' | 'binNumber' | 'farmId'>;

const DELETABLE_COLUMNS = ['id', 'name', 'mainBoardId', 'binNumber', 'farmId'] as const;

/** Finds a bin; null if it does not exist or is deleted. */
export async function findBin(db: Db, id: number): Promise<DeletableBin | null> {
  const row = await db
    .selectFrom('bins')
    .select(DELETABLE_COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the bins of a farm, except deleted ones. */
export async function findBinsOfFarm(db: Db, farmId: number): Promise<readonly DeletableBin[]> {
  return db
    .selectFrom('bins')
    .select(DELETABLE_COLUMNS)
    .where('farmId', '=', farmId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Marks bins as deleted, drops their requested radio settings, and revokes the keys of boards without bins.
 * The caller has locked the boards.
 *
 * @returns the IDs of the bins that were not already deleted.
 */
export async function markBinsDeleted(
  trx: Trx,
  bins: readonly DeletableBin[],
  { at, withFarm }: { readonly at: Date; readonly withFarm: boolean },
): Promise<number[]> {
  if (bins.length === 0) return [];
  const ids = bins.map(({ id }) => id);
  const deletedRows = await sql<{ id: number }>`
    update bins set deleted_at = ${at}, deleted_with_farm = ${withFarm},
      wanted_frequency = null, wanted_radio_group = null
    where id = any(${ids}) and deleted_at is null returning id`.execute(trx);
  const boardIds = [...new Set(bins.map(({ mainBoardId }) => mainBoardId))];
  await revokeUnusedKeys(trx, boardIds);
  await notifyBinsChanged(trx, boardIds);
  return deletedRows.rows.map(({ id }) => id);
}

/** A deleted bin, and what may prevent restoring it. */
export interface DeletedBin extends DeletableBin {
  readonly deletedAt: Date;
  /** Whether another bin is at its bin station now. */
  readonly isStationTaken: boolean;
  /** Whether its board serves bins of another farm now. */
  readonly isBoardOnAnotherFarm: boolean;
  readonly isFarmDeleted: boolean;
}

/** Finds deleted bins: one bin, the bins that were deleted with a farm, or all of them. */
export async function findDeletedBins(
  db: Db,
  selection: { readonly id: number } | { readonly deletedWithFarm: number } | 'all',
): Promise<DeletedBin[]> {
  const isSelected =
    selection === 'all'
      ? sql`true`
      : 'id' in selection
        ? sql`bins.id = ${selection.id}`
        : sql`bins.farm_id = ${selection.deletedWithFarm} and bins.deleted_with_farm`;
  const { rows } = await sql<DeletedBin>`
    select bins.id, bins.name, bins.main_board_id, bins.bin_number, bins.farm_id, bins.deleted_at,
      farms.deleted_at is not null as is_farm_deleted,
      exists (
        select from bins other where other.main_board_id = bins.main_board_id
        and other.bin_number = bins.bin_number and other.deleted_at is null
      ) as is_station_taken,
      exists (
        select from bins other where other.main_board_id = bins.main_board_id
        and other.farm_id <> bins.farm_id and other.deleted_at is null
      ) as is_board_on_another_farm
    from bins join farms on farms.id = bins.farm_id
    where bins.deleted_at is not null and ${isSelected} order by bins.id`.execute(db);
  return rows;
}

/**
 * Restores deleted bins. The caller has checked for obstacles and locked the boards.
 *
 * @returns the boards that have no key.
 */
export async function unmarkBinsDeleted(
  trx: Trx,
  bins: readonly DeletableBin[],
  at: Date,
): Promise<string[]> {
  if (bins.length === 0) return [];
  const boardIds = [...new Set(bins.map(({ mainBoardId }) => mainBoardId))];
  const ids = bins.map(({ id }) => id);
  await sql`
    update bins set deleted_at = null, deleted_with_farm = false where id = any(${ids})`.execute(
    trx,
  );
  // Someone may have worked at the bin in the meantime, so its schedule waits until a person resumes it.
  await sql`
    insert into fan_controls as stored (bin_id, held_by, held_at)
    select id, 'restore', clock_timestamp() from bins where id = any(${ids}) and fan_mode <> 'manual'
    on conflict (bin_id) do update set held_by = excluded.held_by, held_at = excluded.held_at
    where stored.held_at is null`.execute(trx);
  // A board serves one farm: a bin can be restored only if no other farm has bins on its board.
  for (const { mainBoardId, farmId } of bins) await assignBoard(trx, { mainBoardId, farmId, at });
  await notifyBinsChanged(trx, boardIds);
  return findBoardsWithoutKey(trx, boardIds);
}

/** The tables with a bin's data, which have a `bin_id` column. */
const BIN_TABLES = [
  'readings',
  'latest',
  'days',
  'clock_pairs',
  'fan_events',
  'commands',
  'bin_entries',
  'fan_controls',
  'fan_slots',
  'fan_schedules',
  'cables',
  'sensor_statuses',
  'crop_periods',
  'bin_loads',
  'deleted_bin_loads',
  'cable_configurations',
  'bin_states',
  'alert_marks',
  'alert_memories',
  'alerts',
  'day_means',
] as const;

/** Permanently deletes the bins that were marked as deleted before the given time, one per transaction. */
export async function purgeBins(db: Db, cutoff: Date, signal: AbortSignal): Promise<void> {
  const bins = await db
    .selectFrom('bins')
    .select(['id', 'mainBoardId'])
    .where('deletedAt', '<', cutoff)
    .orderBy('id')
    .execute();
  for (const { id, mainBoardId } of bins) {
    if (signal.aborted) return;
    await db.transaction().execute(async (trx) => {
      await lockBoards(trx, [mainBoardId]);
      // The bin may have been restored since the query.
      const { rows } = await sql`
        select from bins where id = ${id} and deleted_at < ${cutoff} for update`.execute(trx);
      if (rows.length === 0) return;
      for (const table of BIN_TABLES) {
        await sql`delete from ${sql.table(table)} where bin_id = ${id}`.execute(trx);
      }
      await sql`
        update farms set ambient_bin_id = null where ambient_bin_id = ${id}`.execute(trx);
      await trx.deleteFrom('bins').where('id', '=', id).execute();
      await deleteBoardWithoutBins(trx, mainBoardId);
    });
  }
}

/** The tables with a main board's data, which have a `main_board_id` column. */
const BOARD_TABLES = ['board_refusals', 'unknown_bins'] as const;

/** Deletes a board with its data, unless it has bins. */
async function deleteBoardWithoutBins(trx: Trx, mainBoardId: string): Promise<void> {
  const { rows } = await sql`
    select from bins where main_board_id = ${mainBoardId} limit 1`.execute(trx);
  if (rows.length > 0) return;
  for (const table of BOARD_TABLES) {
    await sql`delete from ${sql.table(table)} where main_board_id = ${mainBoardId}`.execute(trx);
  }
  await trx.deleteFrom('mainBoards').where('id', '=', mainBoardId).execute();
}
