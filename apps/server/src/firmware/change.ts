import { type Firmware, firmware as firmwareOnWire } from '@granary/contract/firmware/http';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type By, changesBetween, recordChange } from '../audit/record.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { hideFirmware, insertFirmware } from './store.ts';

/** Adds a firmware file; null where there is one of that name and version. */
export async function addFirmware(
  db: Kysely<Tables>,
  wanted: Pick<Firmware, 'name' | 'version' | 'type'>,
  content: Buffer,
  by: By,
): Promise<Firmware | null> {
  return db.transaction().execute(async (trx) => {
    const added = await insertFirmware(trx, { ...wanted, addedAt: by.at }, content);
    if (!added) return null;
    await recordChange(trx, {
      ...{ ...by, act: 'added', subject: 'firmware' },
      ...{ subjectId: added.id, subjectName: added.name },
      changes: changesBetween(null, told(added)),
    });
    return added;
  });
}

/** Deletes a firmware file. Boards that run it go on. */
export async function deleteFirmware(
  db: Kysely<Tables>,
  id: number,
  by: By,
): Promise<'deleted' | 'gone'> {
  return db.transaction().execute(async (trx) => {
    const hidden = await hideFirmware(trx, id, new Date(by.at));
    if (!hidden) return 'gone';
    await recordChange(trx, {
      ...{ ...by, act: 'deleted', subject: 'firmware' },
      ...{ subjectId: id, subjectName: hidden.name },
      changes: changesBetween(told(hidden), null),
    });
    return 'deleted';
  });
}

/** What is written down of a firmware file, by the names on the wire. */
function told(firmware: Firmware) {
  const { version, type, checksum } = z.encode(firmwareOnWire, firmware);
  // A field called `version` counts the versions of a thing.
  return { firmware_version: version, firmware_type: type, checksum };
}
