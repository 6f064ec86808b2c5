import { type Firmware, firmware as firmwareOnWire } from '@granary/contract/firmware/http';
import { type FirmwareName, isKnownVersion } from '@granary/domain/boards/options';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { type ChangedBy, changesBetween, recordChange } from '../audit/record-change.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { hideFirmware, insertFirmware, isUploaded, lockFirmware } from './store.ts';

/** Adds a firmware file; null where there is one of that name and version. */
export async function addFirmware(
  db: Kysely<Tables>,
  wanted: Pick<Firmware, 'name' | 'version' | 'type'>,
  content: Buffer,
  by: ChangedBy,
): Promise<Firmware | null> {
  return db.transaction().execute(async (trx) => {
    const added = await insertFirmware(trx, { ...wanted, addedAt: by.at }, content);
    if (!added) return null;
    await recordChange(trx, {
      ...{ ...by, act: 'added', subject: 'firmware' },
      ...{ subjectId: added.id, subjectName: added.name },
      changes: changesBetween(null, auditedFields(added)),
    });
    return added;
  });
}

export interface DeletionPorts {
  readonly db: Kysely<Tables>;
  /** The names of bins that are set to a version of a firmware; of many, more than are told. */
  findFirmwareHolders(
    trx: Transaction<Tables>,
    name: FirmwareName,
    version: string,
  ): Promise<string[]>;
}

export type FirmwareDeletion =
  | { readonly kind: 'deleted' | 'gone' }
  | { readonly kind: 'held'; readonly firmware: string; readonly bins: readonly string[] };

/**
 * Deletes a firmware file, unless bins should run it and without it could not be set to it. Boards
 * that run it go on.
 */
export async function deleteFirmware(
  { db, findFirmwareHolders }: DeletionPorts,
  id: number,
  by: ChangedBy,
): Promise<FirmwareDeletion> {
  return db.transaction().execute(async (trx) => {
    const firmware = await lockFirmware(trx, id);
    if (!firmware) return { kind: 'gone' };
    const { name, type, version } = firmware;
    const isElsewhere = isKnownVersion(type, version) || (await isUploaded(trx, type, version, id));
    const holders = isElsewhere ? [] : await findFirmwareHolders(trx, type, version);
    if (holders.length > 0) return { kind: 'held', firmware: `${name} ${version}`, bins: holders };
    await hideFirmware(trx, id, new Date(by.at));
    await recordChange(trx, {
      ...{ ...by, act: 'deleted', subject: 'firmware' },
      ...{ subjectId: id, subjectName: name },
      changes: changesBetween(auditedFields(firmware), null),
    });
    return { kind: 'deleted' };
  });
}

/** What is written down of a firmware file, by the names on the wire. */
function auditedFields(firmware: Firmware) {
  const { version, type, checksum } = z.encode(firmwareOnWire, firmware);
  // A field called `version` counts the versions of a thing.
  return { firmware_version: version, firmware_type: type, checksum };
}
