import { getDefaultConstantSet } from '@granary/domain/moisture/constant-sets';
import { cropNames } from '@granary/domain/moisture/crops';
import type { MoistureSource } from '@granary/domain/moisture/moisture';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { findModelSource } from '../readings/bin-context.ts';

/** The new crop of a cable, or of the bin (cable 0); null if it has none. */
export interface CropChange {
  readonly cable: number;
  readonly crop: string | null;
}

/** The key of the advisory lock that serializes changes to crops' chart data and to bins' crops. */
const CROPS_LOCK = 0x6772_6370;

/** Locks crops and their chart data until the transaction ends. */
export async function lockCrops(trx: Trx, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(
    mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
  );
  await sql`select ${lock}(${CROPS_LOCK})`.execute(trx);
}

/**
 * Starts crop periods for a bin and its cables, at the given time or after the bin's newest reading if that
 * is later; earlier periods do not change. The caller has locked the bin's readings.
 */
export async function openCropPeriods(
  trx: Trx,
  binId: number,
  crops: readonly CropChange[],
  fromAt: Date,
): Promise<void> {
  if (crops.length === 0) return;
  await lockCrops(trx, 'shared');
  const tables = await findNewestTables(
    trx,
    crops.map(({ crop }) => crop),
  );
  await trx
    .insertInto('cropPeriods')
    .values(
      crops.map(({ cable, crop }) => ({
        binId,
        cable,
        fromAt: buildPeriodStart(binId, fromAt),
        crop,
        moistureSource:
          crop === null ? null : (tables.get(crop) ?? getDefaultConstantSet(crop)?.id ?? null),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['binId', 'cable', 'fromAt']).doUpdateSet((row) => ({
        crop: row.ref('excluded.crop'),
        moistureSource: row.ref('excluded.moistureSource'),
      })),
    )
    .execute();
}

/** A board's clock can be up to ten minutes ahead, and the moisture of stored readings must not change. */
function buildPeriodStart(binId: number, at: Date): RawBuilder<Date> {
  return sql<Date>`greatest(
    ${at}::timestamptz,
    (select at + interval '1 millisecond' from latest where bin_id = ${binId})
  )`;
}

/** The names that match no crop, built-in or added. The caller has locked the crops. */
export async function findUnknownCrops(
  trx: Trx,
  names: readonly (string | null)[],
): Promise<string[]> {
  const builtInNames = new Set<string>(cropNames);
  const others = names.filter((name) => name !== null).filter((name) => !builtInNames.has(name));
  if (others.length === 0) return [];
  const addedCrops = await trx
    .selectFrom('crops')
    .select('name')
    .where('deletedAt', 'is', null)
    .where(sql<SqlBool>`name = any(${others})`)
    .execute();
  return others.filter((name) => !addedCrops.some((crop) => crop.name === name));
}

/** The newest table of each crop with chart data, as a moisture source, keyed by crop name. */
async function findNewestTables(
  trx: Trx,
  names: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('crops')
    .innerJoin('cropTables', 'cropTables.cropId', 'crops.id')
    .select(['crops.name', (eb) => eb.fn.max('cropTables.id').as('tableId')])
    .where('crops.deletedAt', 'is', null)
    .where(sql<SqlBool>`crops.name = any(${names})`)
    .groupBy('crops.name')
    .execute();
  return new Map(rows.map(({ name, tableId }) => [name, toTableSource(tableId)]));
}

/** The moisture source of a crop period that uses chart data. */
export function toTableSource(tableId: number): string {
  return `table-${tableId}`;
}

/** The equations and tables, keyed by the names that crop periods store for them. */
export async function findMoistureSources(
  db: Db,
  names: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, MoistureSource>> {
  const sources = new Map<string | null, MoistureSource>();
  const tableIds: number[] = [];
  for (const name of new Set(names)) {
    const model = name === null ? null : findModelSource(name);
    if (model !== null) sources.set(name, model);
    else if (name?.startsWith('table-')) tableIds.push(Number(name.slice('table-'.length)));
  }
  if (tableIds.length === 0) return sources;
  const rows = await db
    .selectFrom('cropTables')
    .select(['id', 'chart'])
    .where(sql<SqlBool>`id = any(${tableIds})`)
    .execute();
  for (const { id, chart } of rows) {
    sources.set(toTableSource(id), { kind: 'table', table: chart });
  }
  return sources;
}

/**
 * Changes the moisture source of a crop in all bins that contain it, from the given time or after a bin's
 * newest reading if that is later.
 */
export async function changeMoistureSource(
  trx: Trx,
  crop: string,
  source: string | null,
  from: Date,
): Promise<void> {
  await sql`
    select from latest
    where bin_id in (select bin_id from (${currentPeriods}) current where crop = ${crop})
    order by bin_id for update`.execute(trx);
  await sql`
    insert into crop_periods (bin_id, cable, from_at, crop, moisture_source)
    select bin_id, cable, greatest(from_at, ${from}, at + interval '1 millisecond'), crop,
      ${source}::text
    from (${currentPeriods}) current join latest using (bin_id) where crop = ${crop}
    on conflict (bin_id, cable, from_at) do update
      set moisture_source = excluded.moisture_source`.execute(trx);
  await sql`select pg_notify('bins_changed', '')`.execute(trx);
}

/** The names of at most `limit` bins that contain a crop, set for the whole bin or for a cable. */
export async function findBinsWithCrop(trx: Trx, crop: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from bins where deleted_at is null and (
      crop = ${crop}
      or exists (select 1 from cables where bin_id = bins.id and cables.crop = ${crop})
      or id in (select bin_id from (${currentPeriods}) current where crop = ${crop})
    ) order by name, id limit ${limit}`.execute(trx);
  return rows.map(({ name }) => name);
}

const currentPeriods = sql`
  select distinct on (bin_id, cable) bin_id, cable, from_at, crop from crop_periods
  order by bin_id, cable, from_at desc`;
