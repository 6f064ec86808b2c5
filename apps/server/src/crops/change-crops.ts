import type { Crop } from '@granary/contract/crops/http';
import { defaultConstantSet } from '@granary/domain/moisture/constant-sets';
import { cropNames } from '@granary/domain/moisture/crops';
import type { MoistureTable } from '@granary/domain/moisture/table';
import { millis } from '@granary/domain/units';
import type { Kysely, Transaction } from 'kysely';
import { type ChangedBy, recordChange } from '../audit/record-change.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { toChartRows } from './parse-chart.ts';
import { type CropRow, findCrops, hideCrop, insertCrop, insertTable } from './store.ts';

export interface CropPorts {
  readonly db: Kysely<Tables>;
  /** Keeps what bins hold as it is until the transaction ends. */
  lockCrops(trx: Transaction<Tables>): Promise<void>;
  /** Reckons with another source of moisture wherever a crop is held. */
  reckonWith(
    trx: Transaction<Tables>,
    crop: string,
    source: string | null,
    from: Date,
  ): Promise<void>;
  /** The names of bins that hold a crop; of many, more than are told. */
  findHolders(trx: Transaction<Tables>, crop: string): Promise<string[]>;
  /** How what bins hold names chart data. */
  tableSource(tableId: number): string;
}

type SerializePorts = Pick<CropPorts, 'tableSource'>;

/** All crops that bins can hold, by name. */
export async function listCrops(ports: Pick<CropPorts, 'db' | 'tableSource'>): Promise<Crop[]> {
  const added = (await findCrops(ports.db)).map((row) => serializeCrop(ports, row));
  const names = new Set(added.map(({ name }) => name));
  const others = cropNames.filter((name) => !names.has(name)).map(serializeBuiltInCrop);
  return [...added, ...others].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function serializeBuiltInCrop(name: string): Crop {
  const moistureSource = defaultModelId(name);
  return { id: null, name, addedAt: null, chartData: null, isBuiltIn: true, moistureSource };
}

/** What reckons a crop without chart data, as what bins hold names it. */
function defaultModelId(name: string): string | null {
  return defaultConstantSet(name)?.id ?? null;
}

function serializeCrop({ tableSource }: SerializePorts, row: CropRow): Crop {
  return {
    ...{ id: row.id, name: row.name, addedAt: millis(row.addedAt.getTime()) },
    ...{ chartData: toChartRows(row.chart), isBuiltIn: findBuiltInName(row.name) !== undefined },
    moistureSource: tableSource(row.tableId),
  };
}

/** A name differs from another by more than capitals: bins hold a crop by its name. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function findBuiltInName(name: string): string | undefined {
  return cropNames.find((known) => isSameName(known, name));
}

export interface RequestedCrop {
  readonly name: string;
  readonly table: MoistureTable;
  /** False refuses a crop that is in the list already. */
  readonly replaces?: boolean | undefined;
}

/**
 * Gives a crop chart data, and adds it where there is none of that name. They count from now on;
 * what was measured before stays reckoned as it was. The name of the crop that is there, where it
 * is not to be replaced.
 */
export async function addCrop(
  ports: CropPorts,
  wanted: RequestedCrop,
  by: ChangedBy,
): Promise<Crop | { readonly listed: string }> {
  const at = new Date(by.at);
  return ports.db.transaction().execute(async (trx) => {
    await ports.lockCrops(trx);
    const crops = await findCrops(trx);
    const known = crops.find(({ name }) => isSameName(name, wanted.name));
    const listed = known?.name ?? findBuiltInName(wanted.name);
    if (listed !== undefined && wanted.replaces === false) return { listed };
    const name = listed ?? wanted.name;
    const id = known?.id ?? (await insertCrop(trx, name, at));
    const tableId = await insertTable(trx, id, wanted.table, at);
    await ports.reckonWith(trx, name, ports.tableSource(tableId), at);
    const before = known === undefined ? null : formatChartSize(known.chart);
    await recordChange(trx, {
      ...{ ...by, act: known === undefined ? 'added' : 'changed' },
      ...{ subject: 'crop', subjectId: id, subjectName: name },
      changes: [{ field: 'chart_data', before, after: formatChartSize(wanted.table) }],
    });
    return serializeCrop(ports, { id, name, tableId, addedAt: at, chart: wanted.table });
  });
}

/** '12 × 9': how many humidities and temperatures chart data have. */
function formatChartSize({ humidities, temperatures }: MoistureTable): string {
  return `${humidities.length} × ${temperatures.length}`;
}

export type CropDeletion =
  | { readonly kind: 'deleted' | 'gone' }
  | { readonly kind: 'held'; readonly crop: string; readonly bins: readonly string[] };

/**
 * Deletes a crop that no bin holds. One that is known from the start loses its chart data alone,
 * whoever holds it: its equation counts again from now on.
 */
export async function deleteCrop(
  ports: CropPorts,
  id: number,
  by: ChangedBy,
): Promise<CropDeletion> {
  return ports.db.transaction().execute(async (trx) => {
    await ports.lockCrops(trx);
    const crop = (await findCrops(trx)).find((one) => one.id === id);
    if (!crop) return { kind: 'gone' };
    const isBuiltIn = findBuiltInName(crop.name) !== undefined;
    const holders = isBuiltIn ? [] : await ports.findHolders(trx, crop.name);
    if (holders.length > 0) return { kind: 'held', crop: crop.name, bins: holders };
    const at = new Date(by.at);
    await hideCrop(trx, id, at);
    if (isBuiltIn) await ports.reckonWith(trx, crop.name, defaultModelId(crop.name), at);
    await recordChange(trx, {
      ...{ ...by, act: 'deleted', subject: 'crop', subjectId: id, subjectName: crop.name },
      changes: [{ field: 'chart_data', before: formatChartSize(crop.chart), after: null }],
    });
    return { kind: 'deleted' };
  });
}
