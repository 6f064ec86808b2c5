import type { Owner, Scope } from '@granary/domain/access/access';
import type { SensorStatus } from '@granary/domain/readings/sensors';
import { millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import { findMoistureSources } from '../crops/crop-periods-store.ts';
import type { BinRow, Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext, CropPeriod } from '../readings/bin-context.ts';
import type { ChartSettings } from '../readings/serialize-reading.ts';

/** Selects the bins to load. */
export type BinSelection =
  | { readonly ids: readonly number[] }
  | { readonly farmId: number }
  | { readonly mainBoardIds: readonly string[] }
  | { readonly scope: Scope };

/** Loads existing bins with their context, sorted by name. */
export async function loadBins(db: Db, selection: BinSelection): Promise<BinContext[]> {
  const rows = await selectBins(db, selection)
    .selectAll('bins')
    .select([
      'farms.name as farmName',
      'farms.timezone as timeZone',
      'users.id as ownerId',
      'users.distributorId as distributorId',
    ])
    .execute();
  return addDetails(db, rows);
}

export type NamedBin = Pick<BinRow, 'id' | 'name'>;

/** Finds the IDs and names of existing bins, sorted by name. */
export function findBinNames(db: Db, selection: BinSelection): Promise<NamedBin[]> {
  return selectBins(db, selection).select(['bins.id', 'bins.name']).execute();
}

/** Selects bins that exist, sorted by name. */
function selectBins(db: Db, selection: BinSelection) {
  const query = selectExistingBins(db).orderBy('bins.name').orderBy('bins.id');
  if ('ids' in selection) return query.where(sql<SqlBool>`bins.id = any(${selection.ids})`);
  if ('farmId' in selection) return query.where('bins.farmId', '=', selection.farmId);
  if ('scope' in selection) return query.where(inScope(selection.scope));
  return query.where(sql<SqlBool>`bins.main_board_id = any(${selection.mainBoardIds})`);
}

/** Loads a bin with its context; null if it does not exist. */
export async function loadBin(db: Db, id: number): Promise<BinContext | null> {
  return (await loadBins(db, { ids: [id] }))[0] ?? null;
}

/** Selects bins that are not deleted, and whose farms and owners are not deleted. */
function selectExistingBins(db: Db) {
  return db
    .selectFrom('bins')
    .innerJoin('farms', 'farms.id', 'bins.farmId')
    .innerJoin('users', 'users.id', 'farms.ownerId')
    .where('bins.deletedAt', 'is', null)
    .where('farms.deletedAt', 'is', null)
    .where('users.deletedAt', 'is', null);
}

type JoinedRow = BinRow & {
  farmName: string;
  timeZone: string;
  ownerId: number;
  distributorId: number | null;
};

async function addDetails(db: Db, rows: JoinedRow[]): Promise<BinContext[]> {
  if (rows.length === 0) return [];
  const isForBins = sql<SqlBool>`bin_id = any(${rows.map(({ id }) => id)})`;
  const [cables, statuses, periods] = await Promise.all([
    db.selectFrom('cables').selectAll().where(isForBins).orderBy('cable').execute(),
    db.selectFrom('sensorStatuses').selectAll().where(isForBins).execute(),
    db.selectFrom('cropPeriods').selectAll().where(isForBins).orderBy('fromAt', 'desc').execute(),
  ]);
  const sources = await findMoistureSources(
    db,
    periods.map(({ moistureSource }) => moistureSource),
  );
  const cablesByBin = groupByBin(cables);
  const statusesByBin = groupByBin(statuses);
  const periodsByBin = groupByBin(periods);
  return rows.map(({ farmName, timeZone, ownerId, distributorId, ...bin }) => ({
    bin,
    farmName,
    timeZone,
    owner: { userId: ownerId, distributorId },
    cables: cablesByBin.get(bin.id) ?? [],
    statuses: toStatusMap(statusesByBin.get(bin.id)),
    cropPeriods: (periodsByBin.get(bin.id) ?? []).map(
      (row): CropPeriod => ({
        cable: row.cable,
        from: millis(row.fromAt.getTime()),
        crop: row.crop,
        moistureSource: row.moistureSource,
        source: sources.get(row.moistureSource) ?? null,
      }),
    ),
  }));
}

function toStatusMap(
  rows: readonly { cable: number; position: number; status: SensorStatus }[] = [],
): ReadonlyMap<string, SensorStatus> {
  return new Map(rows.map((row) => [`${row.cable}:${row.position}`, row.status]));
}

function groupByBin<Row extends { readonly binId: number }>(
  rows: readonly Row[],
): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.binId);
    if (group) group.push(row);
    else groups.set(row.binId, [row]);
  }
  return groups;
}

/** Finds the settings that a bin's chart depends on; null if the bin does not exist. */
export async function findChartSettings(db: Db, binId: number): Promise<ChartSettings | null> {
  const row = await db
    .selectFrom('bins')
    .select(['batteryAttached', 'loadMethod', 'levelSensorEmptyMm', 'deadZoneMm'])
    .select(['pressureY1', 'pressureY2', 'size'])
    .where('id', '=', binId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the owners of bins, keyed by bin ID; bins that do not exist are omitted. */
export async function findOwners(db: Db, ids: readonly number[]): Promise<Map<number, Owner>> {
  const rows = await selectExistingBins(db)
    .select(['bins.id as id', 'users.id as userId', 'users.distributorId as distributorId'])
    .where(sql<SqlBool>`bins.id = any(${ids})`)
    .execute();
  return new Map(rows.map(({ id, userId, distributorId }) => [id, { userId, distributorId }]));
}

/** The board that a bin is connected to, and the bin's number on that board. */
export interface BinStation {
  readonly mainBoardId: string;
  readonly binNumber: number;
}

/** Checks whether a bin other than `exceptBinId` is at a bin station. */
export async function isStationTaken(
  trx: Trx,
  { mainBoardId, binNumber }: BinStation,
  exceptBinId: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('bins')
    .select('id')
    .where('mainBoardId', '=', mainBoardId)
    .where('binNumber', '=', binNumber)
    .where('id', '!=', exceptBinId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export type LockedBin = Pick<BinRow, 'id' | 'name' | 'mainBoardId' | 'lat' | 'lng' | 'version'>;

/** Locks an existing bin until the transaction ends; null if it does not exist. */
export async function lockBin(trx: Trx, id: number): Promise<LockedBin | null> {
  const row = await trx
    .selectFrom('bins')
    .select(['id', 'name', 'mainBoardId', 'lat', 'lng', 'version'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Sets the fan of a bin to manual mode; returns the new version, or null if it was already manual. */
export async function setFanToManual(trx: Trx, id: number): Promise<number | null> {
  const row = await trx
    .updateTable('bins')
    .set({ fanMode: 'manual', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('fanMode', '!=', 'manual')
    .returning('version')
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Notifies every cache that bins of these boards changed. */
export async function notifyBinsChanged(trx: Trx, boardIds: readonly string[]): Promise<void> {
  await sql`
    select pg_notify('bins_changed', id) from unnest(${boardIds}::text[]) as board (id)`.execute(
    trx,
  );
}
