import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  type BinFirmware,
  FIRMWARE_PAGE_SIZE,
  type Firmware,
} from '@granary/contract/firmware/http';
import type { Scope } from '@granary/domain/access/access';
import { type FirmwareName, isOfferedVersion } from '@granary/domain/boards/options';
import { millis } from '@granary/domain/units';
import { type SqlBool, sql } from 'kysely';
import { inScope } from '../access/scope-sql.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

const listedColumns = sql<FirmwareRow>`
  id, name, version, kind, added_at, checksum, octet_length(content) as bytes`;

interface FirmwareRow {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  readonly kind: 'realtime' | 'sleep';
  readonly addedAt: Date;
  readonly checksum: Buffer;
  readonly bytes: number;
}

/** All firmware files, newest first. */
export async function findFirmwareFiles(db: Db): Promise<Firmware[]> {
  const { rows } = await sql<FirmwareRow>`
    select ${listedColumns} from firmwares where deleted_at is null
    order by added_at desc, id desc`.execute(db);
  return rows.map(serializeFirmware);
}

/**
 * Whether boards can be set to a firmware version: it is built in, or in an uploaded file other than
 * `exceptId`. That file is locked until the transaction ends.
 */
export async function isFirmwareAvailable(
  trx: Trx,
  type: FirmwareName,
  version: string,
  exceptId = 0,
): Promise<boolean> {
  if (isOfferedVersion(type, version)) return true;
  const { rows } = await sql`
    select from firmwares
    where kind = ${type} and version = ${version} and id <> ${exceptId} and deleted_at is null
    limit 1 for share`.execute(trx);
  return rows.length > 0;
}

/** A firmware file, locked until the transaction ends; null if it does not exist. */
export async function lockFirmware(trx: Trx, id: number): Promise<Firmware | null> {
  const { rows } = await sql<FirmwareRow>`
    select ${listedColumns} from firmwares where id = ${id} and deleted_at is null
    for update`.execute(trx);
  return rows[0] ? serializeFirmware(rows[0]) : null;
}

/** Stores a firmware file; null if a file with that name and version exists. */
export async function insertFirmware(
  trx: Trx,
  firmware: Pick<Firmware, 'name' | 'version' | 'type' | 'addedAt'>,
  content: Buffer,
): Promise<Firmware | null> {
  const { name, version, type, addedAt } = firmware;
  const checksum = createHash('sha256').update(content).digest();
  const { rows } = await sql<FirmwareRow>`
    insert into firmwares (name, version, kind, added_at, checksum, content)
    values (${name}, ${version}, ${type}, ${new Date(addedAt)}, ${checksum}, ${content})
    on conflict (lower(name), lower(version)) where deleted_at is null do nothing
    returning ${listedColumns}`.execute(trx);
  return rows[0] ? serializeFirmware(rows[0]) : null;
}

export interface DeletedFirmware extends Firmware {
  readonly deletedAt: Date;
}

/** The deleted firmware files that are still stored, ordered by ID. */
export async function findDeletedFirmwareFiles(db: Db): Promise<DeletedFirmware[]> {
  const { rows } = await sql<FirmwareRow & { readonly deletedAt: Date }>`
    select ${listedColumns}, deleted_at from firmwares where deleted_at is not null
    order by id`.execute(db);
  return rows.map(({ deletedAt, ...row }) => ({ ...serializeFirmware(row), deletedAt }));
}

/** Restores a deleted firmware file; false if another one has its name and version. */
export async function unmarkFirmwareDeleted(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update firmwares set deleted_at = null
    where id = ${id} and not exists (
      select from firmwares other
      where other.deleted_at is null and lower(other.name) = lower(firmwares.name)
        and lower(other.version) = lower(firmwares.version))
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Permanently removes the firmware files that were deleted before the given time. */
export async function purgeFirmwareFiles(db: Db, cutoff: Date): Promise<void> {
  await sql`delete from firmwares where deleted_at < ${cutoff}`.execute(db);
}

/** Marks a firmware file as deleted. */
export async function markFirmwareDeleted(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`update firmwares set deleted_at = ${at} where id = ${id}`.execute(trx);
}

function serializeFirmware({ kind, addedAt, checksum, ...row }: FirmwareRow): Firmware {
  const at = millis(addedAt.getTime());
  return { ...row, type: kind, addedAt: at, checksum: checksum.toString('hex') };
}

type BinFirmwareRow = Omit<BinFirmware, 'reportedAt'> & { readonly helloAt: Date | null };

/**
 * A page (from 1) of bins with the firmware that their boards run and should run, mismatches first, and the
 * total number of bins.
 */
export async function findBinFirmware(
  db: Db,
  scope: Scope,
  page: number,
): Promise<{ readonly total: number; readonly bins: readonly BinFirmware[] }> {
  const bins = sql`
    from bins
    join main_boards on main_boards.id = bins.main_board_id
    join farms on farms.id = bins.farm_id and farms.deleted_at is null
    join users on users.id = farms.owner_id and users.deleted_at is null
    where bins.deleted_at is null and ${inScope(scope)}`;
  const isMismatch = sql<SqlBool>`(
    coalesce(main_boards.firmware_name <> bins.firmware_name, false)
    or coalesce(main_boards.firmware_version <> bins.firmware_version, false))`;
  const [{ rows }, countResult] = await Promise.all([
    sql<BinFirmwareRow>`
      select bins.id as bin_id, bins.name as bin_name, bins.bin_number, farms.name as farm_name,
        main_boards.id as main_board_id, main_boards.firmware_name as reported_name,
        main_boards.firmware_version as reported_version, main_boards.hello_at,
        bins.firmware_name as required_name, bins.firmware_version as required_version,
        ${isMismatch} as differs
      ${bins}
      order by ${isMismatch} desc, main_boards.id, bins.bin_number, bins.id
      limit ${FIRMWARE_PAGE_SIZE} offset ${(page - 1) * FIRMWARE_PAGE_SIZE}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count ${bins}`.execute(db),
  ]);
  const binFirmware = rows.map(({ helloAt, ...row }) => ({
    ...row,
    reportedAt: helloAt === null ? null : millis(helloAt.getTime()),
  }));
  return { total: countResult.rows[0]?.count ?? 0, bins: binFirmware };
}
