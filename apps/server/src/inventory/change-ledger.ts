import type { LoadField } from '@granary/contract/audit/fields';
import { type BinLoad, binLoad, type DeletedBinLoad } from '@granary/contract/inventory/http';
import { millis } from '@granary/domain/units';
import * as z from 'zod/mini';
import { type ChangedBy, compareFields, recordBinChange } from '../audit/record-change.ts';
import type { BinLoadRow, Db, DeletedBinLoadRow, Trx } from '../platform/postgres/tables.ts';
import {
  insertLoad,
  lockLoad,
  moveFromDeletedLoads,
  moveToDeletedLoads,
  type NewLoad,
  writeLoad,
} from './store.ts';

export interface LedgerPorts {
  readonly db: Db;
  binExists(trx: Trx, binId: number): Promise<boolean>;
  /** Called in the transaction that changes a bin's ledger from the given time on. */
  ledgerChanged(trx: Trx, binId: number, from: Date): Promise<void>;
}

/** Adds a ledger entry (a load or an unload); null if the bin does not exist. */
export async function addLoad(
  ports: LedgerPorts,
  load: NewLoad,
  changedBy: ChangedBy,
): Promise<BinLoad | null> {
  return ports.db.transaction().execute(async (trx) => {
    if (!(await ports.binExists(trx, load.binId))) return null;
    const addedLoad = serializeLoad(await insertLoad(trx, load));
    await recordLoadChange(trx, null, addedLoad, changedBy);
    await ports.ledgerChanged(trx, load.binId, load.at);
    return addedLoad;
  });
}

/** The fields of an entry that can be corrected. */
export type LoadEdit = Pick<
  BinLoadRow,
  'id' | 'at' | 'volume' | 'moisture' | 'protein' | 'version'
>;

export type LoadOutcome =
  | { readonly kind: 'saved'; readonly load: BinLoad }
  | { readonly kind: 'gone' }
  /** Another user has corrected the entry since the version was read; the fields are named as on the wire. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

/** Corrects an entry. */
export async function changeLoad(
  ports: LedgerPorts,
  edit: LoadEdit,
  changedBy: ChangedBy,
): Promise<LoadOutcome> {
  return ports.db.transaction().execute(async (trx) => {
    const row = await lockLoad(trx, edit.id);
    if (!row || !(await ports.binExists(trx, row.binId))) return { kind: 'gone' };
    const before = serializeLoad(row);
    const editedLoad = serializeLoad({ ...row, ...edit });
    const changes = compareFields(z.encode(binLoad, before), z.encode(binLoad, editedLoad));
    if (row.version !== edit.version) {
      return { kind: 'stale', fields: changes.map(({ field }) => field) };
    }
    if (changes.length === 0) return { kind: 'saved', load: before };
    const savedLoad = serializeLoad(await writeLoad(trx, { ...row, ...edit }));
    await recordLoadChange(trx, before, savedLoad, changedBy);
    const from = new Date(Math.min(before.at, savedLoad.at));
    await ports.ledgerChanged(trx, row.binId, from);
    return { kind: 'saved', load: savedLoad };
  });
}

/** Deletes an entry, unless another user has corrected it since the version was read. */
export async function deleteLoad(
  ports: LedgerPorts,
  { id, version }: Pick<BinLoadRow, 'id' | 'version'>,
  changedBy: ChangedBy,
): Promise<'deleted' | 'gone' | 'stale'> {
  return ports.db.transaction().execute(async (trx) => {
    const row = await lockLoad(trx, id);
    if (!row || !(await ports.binExists(trx, row.binId))) return 'gone';
    if (row.version !== version) return 'stale';
    await moveToDeletedLoads(trx, row, new Date(changedBy.at));
    await recordLoadChange(trx, serializeLoad(row), null, changedBy);
    await ports.ledgerChanged(trx, row.binId, row.at);
    return 'deleted';
  });
}

/** Restores a deleted entry; null if it does not exist. */
export async function restoreLoad(
  ports: LedgerPorts,
  key: Pick<BinLoadRow, 'id' | 'binId'>,
  changedBy: ChangedBy,
): Promise<BinLoad | null> {
  return ports.db.transaction().execute(async (trx) => {
    if (!(await ports.binExists(trx, key.binId))) return null;
    const row = await moveFromDeletedLoads(trx, key);
    if (!row) return null;
    const restoredLoad = serializeLoad(row);
    await recordLoadChange(trx, null, restoredLoad, changedBy);
    await ports.ledgerChanged(trx, row.binId, row.at);
    return restoredLoad;
  });
}

/** An entry as the API returns it. */
export function serializeLoad({ at, ...load }: BinLoadRow): BinLoad {
  return { ...load, at: millis(at.getTime()) };
}

export function serializeDeletedLoad({ deletedAt, ...load }: DeletedBinLoadRow): DeletedBinLoad {
  return { ...serializeLoad(load), deletedAt: millis(deletedAt.getTime()) };
}

async function recordLoadChange(
  trx: Trx,
  before: BinLoad | null,
  after: BinLoad | null,
  changedBy: ChangedBy,
): Promise<void> {
  const load = after ?? before;
  if (load === null) return;
  const changes = compareFields(before && toAuditedFields(before), after && toAuditedFields(after));
  await recordBinChange(trx, load.binId, {
    ...changedBy,
    act: 'changed',
    changes: changes.map((change) => ({
      ...change,
      field: `${load.type} ${load.id}: ${change.field}` as const,
    })),
  });
}

function toAuditedFields(load: BinLoad): Record<LoadField, unknown> {
  const { date_time, volume, moisture, protein } = z.encode(binLoad, load);
  return { date_time, volume, moisture, protein };
}
