import { type Firmware, firmware as firmwareOnWire } from '@granary/contract/firmware/http';
import type { FirmwareName } from '@granary/domain/boards/options';
import * as z from 'zod/mini';
import { type ChangedBy, compareFields, recordChange } from '../audit/record-change.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import {
  findDeletedFirmwareFiles,
  insertFirmware,
  isFirmwareAvailable,
  lockFirmware,
  markFirmwareDeleted,
  unmarkFirmwareDeleted,
} from './store.ts';

/** Adds a firmware file; null if a file with that name and version exists. */
export async function addFirmware(
  db: Db,
  firmware: Pick<Firmware, 'name' | 'version' | 'type'>,
  content: Buffer,
  changedBy: ChangedBy,
): Promise<Firmware | null> {
  return db.transaction().execute(async (trx) => {
    const addedFirmware = await insertFirmware(
      trx,
      { ...firmware, addedAt: changedBy.at },
      content,
    );
    if (!addedFirmware) return null;
    await recordChange(trx, {
      ...changedBy,
      act: 'added',
      subject: 'firmware',
      subjectId: addedFirmware.id,
      subjectName: addedFirmware.name,
      changes: compareFields(null, toAuditedFields(addedFirmware)),
    });
    return addedFirmware;
  });
}

export interface FirmwareDeletionPorts {
  readonly db: Db;
  /** The names of bins that are set to a firmware version; only some of them if there are many. */
  findBinsWithFirmware(trx: Trx, name: FirmwareName, version: string): Promise<string[]>;
}

export type FirmwareDeletion =
  | { readonly kind: 'deleted' | 'gone' }
  | { readonly kind: 'in-use'; readonly firmware: string; readonly bins: readonly string[] };

/**
 * Deletes a firmware file. It is refused while bins are set to its version, unless the version is also built in
 * or in another file. Boards that run it keep running it.
 */
export async function deleteFirmware(
  { db, findBinsWithFirmware }: FirmwareDeletionPorts,
  id: number,
  changedBy: ChangedBy,
): Promise<FirmwareDeletion> {
  return db.transaction().execute(async (trx) => {
    const firmware = await lockFirmware(trx, id);
    if (!firmware) return { kind: 'gone' };
    const { name, type, version } = firmware;
    const isReplaceable = await isFirmwareAvailable(trx, type, version, id);
    const binNames = isReplaceable ? [] : await findBinsWithFirmware(trx, type, version);
    if (binNames.length > 0) {
      return { kind: 'in-use', firmware: `${name} ${version}`, bins: binNames };
    }
    await markFirmwareDeleted(trx, id, new Date(changedBy.at));
    await recordChange(trx, {
      ...changedBy,
      act: 'deleted',
      subject: 'firmware',
      subjectId: id,
      subjectName: name,
      changes: compareFields(toAuditedFields(firmware), null),
    });
    return { kind: 'deleted' };
  });
}

export type FirmwareRestore =
  | { readonly kind: 'restored' | 'name-taken'; readonly firmware: string }
  | { readonly kind: 'not-deleted' };

/** Restores a deleted firmware file, unless another one has its name and version now. */
export async function restoreFirmware(
  db: Db,
  id: number,
  changedBy: ChangedBy,
): Promise<FirmwareRestore> {
  return db.transaction().execute(async (trx) => {
    const deletedFirmware = (await findDeletedFirmwareFiles(trx)).find((row) => row.id === id);
    if (!deletedFirmware) return { kind: 'not-deleted' };
    const { deletedAt: _, ...firmware } = deletedFirmware;
    const label = `${firmware.name} ${firmware.version}`;
    if (!(await unmarkFirmwareDeleted(trx, id))) return { kind: 'name-taken', firmware: label };
    await recordChange(trx, {
      ...changedBy,
      act: 'restored',
      subject: 'firmware',
      subjectId: id,
      subjectName: firmware.name,
      changes: compareFields(null, toAuditedFields(firmware)),
    });
    return { kind: 'restored', firmware: label };
  });
}

/** The fields of a firmware file that the audit log records, named as on the wire. */
function toAuditedFields(firmware: Firmware) {
  const { version, type, checksum } = z.encode(firmwareOnWire, firmware);
  // In the audit log, `version` is the version of the record itself.
  return { firmware_version: version, firmware_type: type, checksum };
}
