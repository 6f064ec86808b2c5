import { type Farm, farm as farmOnWire } from '@granary/contract/farms/http';
import { isTimeZone } from '@granary/domain/farms/time-zones';
import * as z from 'zod/mini';
import {
  type ChangedBy,
  compareFields,
  findChangedFields,
  recordChange,
} from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { proposeFarmZone } from './propose-farm-zone.ts';
import { serializeFarm } from './serialize-farm.ts';
import { findFarm, insertFarm, isBinOnFarm, lockFarm, lockOwner, updateFarm } from './store.ts';

/** A new farm; without a time zone it gets the proposed one. */
export type NewFarm = Pick<
  Farm,
  'name' | 'city' | 'state' | 'country' | 'ownerId' | 'lat' | 'lng'
> & {
  readonly timezone?: string;
};

/** A field with an invalid value, named as on the wire. */
export interface FieldProblem {
  readonly kind: 'invalid';
  readonly field: string;
}

export interface SavedFarm {
  readonly kind: 'saved';
  readonly farm: Farm;
}

/** Adds a farm for a customer. */
export async function addFarm(
  db: Db,
  farm: NewFarm,
  changedBy: ChangedBy,
): Promise<SavedFarm | FieldProblem> {
  if (farm.timezone !== undefined && !isTimeZone(farm.timezone)) {
    return { kind: 'invalid', field: 'timezone' };
  }
  const problem = checkCoordinates(farm);
  if (problem) return problem;
  return db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, farm.ownerId);
    if (!owner) return { kind: 'invalid', field: 'user_id' };
    const timezone = farm.timezone ?? proposeFarmZone(farm, owner).timezone;
    const id = await insertFarm(trx, { ...farm, timezone });
    const addedFarm = await loadSavedFarm(trx, id);
    await recordChange(trx, {
      ...changedBy,
      act: 'added',
      subject: 'farm',
      subjectId: id,
      subjectName: addedFarm.name,
      version: addedFarm.version,
      changes: listChanges(null, addedFarm),
    });
    return { kind: 'saved', farm: addedFarm };
  });
}

/** An edit of a farm; a time zone or price that it omits does not change. */
export type FarmEdit = Pick<
  Farm,
  'id' | 'name' | 'city' | 'state' | 'country' | 'lat' | 'lng' | 'ambientSensorAttached'
> & {
  readonly ambientBinId: number | null;
  readonly timezone?: string;
  readonly pricePerKwh?: number | null;
  /** The version that was read; without one the edit overwrites the stored values. */
  readonly version?: number;
};

export type EditOutcome =
  | (SavedFarm & { readonly isZoneChanged: boolean })
  | FieldProblem
  | { readonly kind: 'gone' }
  /** Another user has changed these fields since the version was read; they are named as on the wire. */
  | { readonly kind: 'stale'; readonly fields: readonly string[] };

/** Changes a farm. After a time zone change, the caller must rebuild the days of its bins. */
export async function changeFarm(
  db: Db,
  { version, ...edit }: FarmEdit,
  changedBy: ChangedBy,
): Promise<EditOutcome> {
  return db.transaction().execute(async (trx) => {
    const row = await lockFarm(trx, edit.id);
    if (!row) return { kind: 'gone' };
    if (version !== undefined && version !== row.version) {
      return { kind: 'stale', fields: await findChangedFields(trx, 'farm', edit.id, version) };
    }
    const before = serializeFarm(row);
    const after: Farm = { ...before, ...edit, version: row.version + 1 };
    const problem = await findProblem(trx, before, after);
    if (problem) return problem;
    if (listChanges(before, after).length === 0) {
      return { kind: 'saved', farm: before, isZoneChanged: false };
    }
    const { id, documentId, ownerId, binCount, ...columns } = after;
    // A deleted bin is returned as null but can be restored, so only another choice replaces it.
    const isSameBin = after.ambientBinId === before.ambientBinId;
    const ambientBinId = isSameBin ? row.ambientBinId : after.ambientBinId;
    await updateFarm(trx, id, { ...columns, ambientBinId });
    const savedFarm = await loadSavedFarm(trx, id);
    await recordChange(trx, {
      ...changedBy,
      act: 'changed',
      subject: 'farm',
      subjectId: id,
      subjectName: savedFarm.name,
      version: savedFarm.version,
      changes: listChanges(before, savedFarm),
    });
    return {
      kind: 'saved',
      farm: savedFarm,
      isZoneChanged: savedFarm.timezone !== before.timezone,
    };
  });
}

function listChanges(before: Farm | null, after: Farm) {
  return compareFields(before && z.encode(farmOnWire, before), z.encode(farmOnWire, after));
}

async function findProblem(trx: Trx, before: Farm, after: Farm): Promise<FieldProblem | null> {
  if (after.timezone !== before.timezone && !isTimeZone(after.timezone)) {
    return { kind: 'invalid', field: 'timezone' };
  }
  if (!(await isAmbientBinValid(trx, before, after))) {
    return { kind: 'invalid', field: 'bin_id_for_channel_8_readings' };
  }
  return checkCoordinates(after);
}

/**
 * Whether the bin with the outdoor sensor is on the farm, or the farm has no outdoor sensor. An unchanged
 * choice is valid even if its bin was deleted, because the bin can be restored.
 */
async function isAmbientBinValid(
  trx: Trx,
  before: Farm,
  { id, ambientBinId, ambientSensorAttached }: Farm,
): Promise<boolean> {
  if (ambientBinId !== null) return isBinOnFarm(trx, id, ambientBinId);
  const isSame = before.ambientBinId === null && before.ambientSensorAttached;
  return isSame || !ambientSensorAttached;
}

/** Latitude and longitude are valid only together. */
function checkCoordinates({ lat, lng }: Pick<Farm, 'lat' | 'lng'>): FieldProblem | null {
  if ((lat === null) === (lng === null)) return null;
  return { kind: 'invalid', field: lat === null ? 'lat' : 'lng' };
}

async function loadSavedFarm(trx: Trx, id: number): Promise<Farm> {
  const row = await findFarm(trx, id);
  if (!row) throw new Error(`Farm ${id} is missing after it was written.`);
  return serializeFarm(row);
}
