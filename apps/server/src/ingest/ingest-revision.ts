import { type Kysely, type SqlBool, sql } from 'kysely';
import type { BinContext } from '../bins/bin-context.ts';
import { loadBins } from '../bins/store.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** A bin as the boards' way in remembers it, and by what it knows whether that still holds. */
export interface BoardBin extends BinContext {
  /** As `findBases` tells it. */
  readonly basis: string;
}

/** The bins of boards that exist. */
export async function loadBoardBins(
  db: Kysely<Tables>,
  mainBoardIds: readonly string[],
): Promise<BoardBin[]> {
  // First: what changes between the two looks is then taken for stale, never for fresh.
  const bases = await findBases(db, sql`bins.main_board_id = any(${mainBoardIds})`);
  const bins = await loadBins(db, { mainBoardIds });
  return bins.map((context) => ({ ...context, basis: bases.get(context.bin.id) ?? '' }));
}

/** The bases of bins, as they are now; bins that do not exist are left out. */
export function findBasesOf(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return findBases(db, sql`bins.id = any(${ids})`);
}

/**
 * A digest of what reading a bin's frames and adding them to its days depends on: its station, the
 * cables taken out of it, its sensors' statuses and its crops. (Its days' zone stands with its latest.)
 */
async function findBases(
  db: Kysely<Tables>,
  chosen: ReturnType<typeof sql<SqlBool>>,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; basis: string }>`
    select bins.id, md5(concat_ws(';', bins.main_board_id, bins.bin_number, bins.removed_cables, (
      select string_agg(concat_ws(':', cable, position, status), ',' order by cable, position)
      from sensor_statuses where bin_id = bins.id
    ), '/', (
      select string_agg(
        concat_ws(':', cable, extract(epoch from from_at), coalesce(moisture_source, '-'), crop),
        ',' order by cable, from_at
      ) from crop_periods where bin_id = bins.id
    ))) as basis
    from bins
    join farms on farms.id = bins.farm_id and farms.deleted_at is null
    join users on users.id = farms.owner_id and users.deleted_at is null
    where ${chosen} and bins.deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, basis }) => [id, basis]));
}
