import { type Kysely, sql, type Transaction } from 'kysely';
import type { BinRow, Tables } from '../../platform/postgres/tables.ts';

/** A bin as far as deleting it and bringing it back concern. */
export type DeletableBin = Pick<BinRow, 'id' | 'name' | 'mainBoardId' | 'binNumber' | 'farmId'>;

const DELETABLE = ['id', 'name', 'mainBoardId', 'binNumber', 'farmId'] as const;

/** The boards of these bins, locked in one order: who changes a board's bins takes turns. */
export async function lockBoards(
  trx: Transaction<Tables>,
  boardIds: readonly string[],
): Promise<void> {
  await sql`
    select id from main_boards where id = any(${[...new Set(boardIds)]})
    order by id for update`.execute(trx);
}

/**
 * Lets a locked board serve a farm from an instant on. What it sent for another owner before stays
 * out of sight of this one.
 */
export async function assignBoard(
  trx: Transaction<Tables>,
  { mainBoardId, farmId, at }: Pick<DeletableBin, 'mainBoardId' | 'farmId'> & { readonly at: Date },
): Promise<void> {
  await sql`
    update main_boards set farm_id = ${farmId}, since = case
      when (select owner_id from farms where id = main_boards.farm_id)
        = (select owner_id from farms where id = ${farmId}) then since
      else ${at} end
    where id = ${mainBoardId} and farm_id <> ${farmId}`.execute(trx);
}

/**
 * Waits for readings of these bins that are under way, and lets none in until the transaction ends.
 * Before the boards are locked: a batch of readings writes to them last.
 */
export async function lockReadings(
  trx: Transaction<Tables>,
  binIds: readonly number[],
): Promise<void> {
  await sql`
    select from latest where bin_id = any(${binIds}) order by bin_id for update`.execute(trx);
}

/** A bin that exists, or null. */
export async function findBin(db: Kysely<Tables>, id: number): Promise<DeletableBin | null> {
  const row = await db
    .selectFrom('bins')
    .select(DELETABLE)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The bins of a farm that exist. */
export async function findBinsOfFarm(
  db: Kysely<Tables>,
  farmId: number,
): Promise<readonly DeletableBin[]> {
  return db
    .selectFrom('bins')
    .select(DELETABLE)
    .where('farmId', '=', farmId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Hides bins, with what their boards were to be set to, and ends the keys of boards that have none
 * left. The boards are locked; the answer is
 * the ids of those that were there to hide.
 */
export async function markBinsDeleted(
  trx: Transaction<Tables>,
  bins: readonly DeletableBin[],
  { at, withFarm }: { readonly at: Date; readonly withFarm: boolean },
): Promise<number[]> {
  if (bins.length === 0) return [];
  const ids = bins.map(({ id }) => id);
  const hidden = await sql<{ id: number }>`
    update bins set deleted_at = ${at}, deleted_with_farm = ${withFarm},
      wanted_frequency = null, wanted_radio_group = null
    where id = any(${ids}) and deleted_at is null returning id`.execute(trx);
  const boardIds = [...new Set(bins.map(({ mainBoardId }) => mainBoardId))];
  await revokeUnusedKeys(trx, boardIds);
  await notifyBinsChanged(trx, boardIds);
  return hidden.rows.map(({ id }) => id);
}

/** Ends the keys of those of these boards that have no bin left. */
export async function revokeUnusedKeys(
  trx: Transaction<Tables>,
  boardIds: readonly string[],
): Promise<void> {
  await sql`
    with ended as (
      update main_boards set key_hash = null, import_until = null
      where id = any(${boardIds}) and not exists (
        select from bins where bins.main_board_id = main_boards.id and bins.deleted_at is null
      ) returning id
    )
    select pg_notify('board_key_changed', id) from ended`.execute(trx);
}

/** Says that bins of these boards changed, to whoever remembers them. */
export async function notifyBinsChanged(
  trx: Transaction<Tables>,
  boardIds: readonly string[],
): Promise<void> {
  await sql`
    select pg_notify('bins_changed', id) from unnest(${boardIds}::text[]) as board (id)`.execute(
    trx,
  );
}

/** A deleted bin beside what may stand in its way. */
export interface DeletedBin extends DeletableBin {
  readonly deletedAt: Date;
  /** Whether another bin stands at its station by now. */
  readonly isStationTaken: boolean;
  /** Whether its board serves bins of another farm by now. */
  readonly isBoardElsewhere: boolean;
  readonly isFarmDeleted: boolean;
}

/** Deleted bins: one, or those that a farm took along, or all of them. */
export async function findDeletedBins(
  db: Kysely<Tables>,
  which: { readonly id: number } | { readonly takenByFarm: number } | 'all',
): Promise<DeletedBin[]> {
  const chosen =
    which === 'all'
      ? sql`true`
      : 'id' in which
        ? sql`bins.id = ${which.id}`
        : sql`bins.farm_id = ${which.takenByFarm} and bins.deleted_with_farm`;
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
      ) as is_board_elsewhere
    from bins join farms on farms.id = bins.farm_id
    where bins.deleted_at is not null and ${chosen} order by bins.id`.execute(db);
  return rows;
}

/**
 * Brings bins back whose boards are locked and whose way is free; the answer is the boards that
 * have no key.
 */
export async function unmarkBinsDeleted(
  trx: Transaction<Tables>,
  bins: readonly DeletableBin[],
  at: Date,
): Promise<string[]> {
  if (bins.length === 0) return [];
  const boardIds = [...new Set(bins.map(({ mainBoardId }) => mainBoardId))];
  await sql`
    update bins set deleted_at = null, deleted_with_farm = false
    where id = any(${bins.map(({ id }) => id)})`.execute(trx);
  // They are of one farm a board: the way is free only where no other has bins there.
  for (const { mainBoardId, farmId } of bins) await assignBoard(trx, { mainBoardId, farmId, at });
  const { rows } = await sql<{ id: string; hasKey: boolean }>`
    select id, key_hash is not null as has_key from main_boards
    where id = any(${boardIds})`.execute(trx);
  await notifyBinsChanged(trx, boardIds);
  return rows.filter(({ hasKey }) => !hasKey).map(({ id }) => id);
}

/** What belongs to a bin, in tables that all name it `bin_id`. */
const BIN_TABLES = [
  ...['readings', 'latest', 'days', 'clock_pairs', 'fan_events', 'fan_commands'],
  ...['cables', 'sensor_statuses', 'crop_periods', 'bin_loads', 'cable_configurations'],
] as const;

/** Ends for good what was deleted before an instant, one bin a transaction. */
export async function purgeBins(
  db: Kysely<Tables>,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  const bins = await db
    .selectFrom('bins')
    .select(['id', 'mainBoardId'])
    .where('deletedAt', '<', before)
    .orderBy('id')
    .execute();
  for (const { id, mainBoardId } of bins) {
    if (signal.aborted) return;
    await db.transaction().execute(async (trx) => {
      await lockBoards(trx, [mainBoardId]);
      // It may have been brought back meanwhile.
      const { rows } = await sql`
        select from bins where id = ${id} and deleted_at < ${before} for update`.execute(trx);
      if (rows.length === 0) return;
      for (const table of BIN_TABLES) {
        await sql`delete from ${sql.table(table)} where bin_id = ${id}`.execute(trx);
      }
      await sql`
        update farms set ambient_bin_id = null where ambient_bin_id = ${id}`.execute(trx);
      await trx.deleteFrom('bins').where('id', '=', id).execute();
      await sql`
        delete from main_boards where id = ${mainBoardId}
        and not exists (select from bins where main_board_id = ${mainBoardId})`.execute(trx);
    });
  }
}
