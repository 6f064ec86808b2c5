import type { Crop } from '@granary/contract/crops/http';
import { getDefaultConstantSet } from '@granary/domain/moisture/constant-sets';
import { cropNames } from '@granary/domain/moisture/crops';
import type { MoistureTable } from '@granary/domain/moisture/table';
import { millis } from '@granary/domain/units';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import type { Db } from '../platform/postgres/tables.ts';
import {
  changeMoistureSource,
  findBinsWithCrop,
  lockCrops,
  toTableSource,
} from './crop-periods-store.ts';
import { toChartRows } from './parse-chart.ts';
import {
  type CropRow,
  findCrops,
  findDeletedCrops,
  insertCrop,
  insertTable,
  markCropDeleted,
  unmarkCropDeleted,
} from './store.ts';

/** All crops that bins can contain, by name. */
export async function listCrops(db: Db): Promise<Crop[]> {
  const addedCrops = (await findCrops(db)).map(serializeCrop);
  const names = new Set(addedCrops.map(({ name }) => name));
  const others = cropNames.filter((name) => !names.has(name)).map(serializeBuiltInCrop);
  return [...addedCrops, ...others].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function serializeBuiltInCrop(name: string): Crop {
  return {
    id: null,
    name,
    addedAt: null,
    chartData: null,
    isBuiltIn: true,
    moistureSource: findDefaultModelId(name),
  };
}

/** The ID of the moisture equation for a crop without chart data; null if there is none. */
function findDefaultModelId(name: string): string | null {
  return getDefaultConstantSet(name)?.id ?? null;
}

function serializeCrop(row: CropRow): Crop {
  return {
    id: row.id,
    name: row.name,
    addedAt: millis(row.addedAt.getTime()),
    chartData: toChartRows(row.chart),
    isBuiltIn: findBuiltInName(row.name) !== undefined,
    moistureSource: toTableSource(row.tableId),
  };
}

/** Bins refer to a crop by its name, so names must differ by more than case. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function findBuiltInName(name: string): string | undefined {
  return cropNames.find((known) => isSameName(known, name));
}

export interface RequestedCrop {
  readonly name: string;
  readonly table: MoistureTable;
  /** If false, a crop that is already listed is not replaced. */
  readonly replaces?: boolean | undefined;
}

/**
 * Stores the chart data of a crop, and adds the crop if there is none with that name. Readings from now on
 * use the data; the moisture of earlier readings does not change.
 *
 * @returns the crop, or the name of the listed crop that may not be replaced.
 */
export async function addCrop(
  db: Db,
  requestedCrop: RequestedCrop,
  changedBy: ChangedBy,
): Promise<Crop | { readonly listedCropName: string }> {
  const at = new Date(changedBy.at);
  return db.transaction().execute(async (trx) => {
    await lockCrops(trx, 'exclusive');
    const crops = await findCrops(trx);
    const existingCrop = crops.find(({ name }) => isSameName(name, requestedCrop.name));
    const listedName = existingCrop?.name ?? findBuiltInName(requestedCrop.name);
    if (listedName !== undefined && requestedCrop.replaces === false)
      return { listedCropName: listedName };
    const name = listedName ?? requestedCrop.name;
    const id = existingCrop?.id ?? (await insertCrop(trx, name, at));
    const tableId = await insertTable(trx, id, requestedCrop.table, at);
    await changeMoistureSource(trx, name, toTableSource(tableId), at);
    const before = existingCrop === undefined ? null : formatChartSize(existingCrop.chart);
    await recordChange(trx, {
      ...changedBy,
      act: existingCrop === undefined ? 'added' : 'changed',
      subject: 'crop',
      subjectId: id,
      subjectName: name,
      changes: [{ field: 'chart_data', before, after: formatChartSize(requestedCrop.table) }],
    });
    return serializeCrop({ id, name, tableId, addedAt: at, chart: requestedCrop.table });
  });
}

/** Formats the size of chart data, such as '12 × 9' for 12 humidities and 9 temperatures. */
function formatChartSize({ humidities, temperatures }: MoistureTable): string {
  return `${humidities.length} × ${temperatures.length}`;
}

export type CropDeletion =
  | { readonly kind: 'deleted' | 'gone' }
  | { readonly kind: 'in-use'; readonly crop: string; readonly bins: readonly string[] };

/**
 * Deletes a crop that no bin contains. A built-in crop loses only its chart data, even if bins contain it:
 * its equation is used from now on. If bins contain the crop, the result names at most `nameLimit` of them.
 */
export async function deleteCrop(
  db: Db,
  id: number,
  nameLimit: number,
  changedBy: ChangedBy,
): Promise<CropDeletion> {
  return db.transaction().execute(async (trx) => {
    await lockCrops(trx, 'exclusive');
    const crop = (await findCrops(trx)).find((row) => row.id === id);
    if (!crop) return { kind: 'gone' };
    const isBuiltIn = findBuiltInName(crop.name) !== undefined;
    const bins = isBuiltIn ? [] : await findBinsWithCrop(trx, crop.name, nameLimit);
    if (bins.length > 0) return { kind: 'in-use', crop: crop.name, bins };
    const at = new Date(changedBy.at);
    await markCropDeleted(trx, id, at);
    if (isBuiltIn) await changeMoistureSource(trx, crop.name, findDefaultModelId(crop.name), at);
    await recordChange(trx, {
      ...changedBy,
      act: 'deleted',
      subject: 'crop',
      subjectId: id,
      subjectName: crop.name,
      changes: [{ field: 'chart_data', before: formatChartSize(crop.chart), after: null }],
    });
    return { kind: 'deleted' };
  });
}

export type CropRestore =
  | { readonly kind: 'restored' | 'name-taken'; readonly crop: string }
  | { readonly kind: 'not-deleted' };

/**
 * Restores a crop that was deleted at or after `since`, unless another crop has its name now. A built-in crop
 * gets its chart data back: bins use them from now on, as after an upload.
 */
export async function restoreCrop(
  db: Db,
  id: number,
  since: Date,
  changedBy: ChangedBy,
): Promise<CropRestore> {
  return db.transaction().execute(async (trx) => {
    await lockCrops(trx, 'exclusive');
    const crop = (await findDeletedCrops(trx, since)).find((row) => row.id === id);
    if (!crop) return { kind: 'not-deleted' };
    const { name } = crop;
    const isTaken = (await findCrops(trx)).some((other) => isSameName(other.name, name));
    if (isTaken) return { kind: 'name-taken', crop: name };
    await unmarkCropDeleted(trx, id);
    if (findBuiltInName(name) !== undefined) {
      await changeMoistureSource(trx, name, toTableSource(crop.tableId), new Date(changedBy.at));
    }
    await recordChange(trx, {
      ...changedBy,
      act: 'restored',
      subject: 'crop',
      subjectId: id,
      subjectName: name,
      changes: [{ field: 'chart_data', before: null, after: formatChartSize(crop.chart) }],
    });
    return { kind: 'restored', crop: name };
  });
}
