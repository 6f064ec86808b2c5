import { type FirmwareName, isKnownVersion } from '@granary/domain/boards/options';
import type { Transaction } from 'kysely';
import type { Tables } from '../platform/postgres/tables.ts';

/** Whether there is a firmware file of a type and version. */
export type IsUploaded = (
  trx: Transaction<Tables>,
  type: string,
  version: string,
) => Promise<boolean>;

/** Whether boards can be set to a version of a firmware: one that is known, or was uploaded. */
export async function isFirmware(
  trx: Transaction<Tables>,
  isUploaded: IsUploaded,
  name: FirmwareName,
  version: string,
): Promise<boolean> {
  return isKnownVersion(name, version) || isUploaded(trx, name, version);
}
