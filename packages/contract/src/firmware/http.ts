import * as z from 'zod/mini';
import { FIRMWARE_VERSION } from '../bins/settings.ts';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, wireBody, wireObject } from '../wire.ts';

/** The maximum size of a firmware file, bytes. */
export const MAX_FIRMWARE_BYTES = 1_000_000;
/** The file extensions of firmware files. */
export const FIRMWARE_FILE_EXTENSION = /\.(txt|rtf)$/i;

const firmwareType = z.enum(['realtime', 'sleep']);

const printable = z.regex(/^\P{C}*$/u);
const nameAndVersion = {
  name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(100), printable)],
  // Must match the version format in the bin settings, so that a bin can be set to this firmware.
  version: ['version', z.string().check(z.trim(), z.regex(FIRMWARE_VERSION))],
} as const;

/** A firmware file for updating boards. */
export const firmware = wireObject({
  id: ['id', id],
  name: ['name', z.string()],
  version: ['version', z.string()],
  type: ['type', firmwareType],
  addedAt: ['date_time', instant],
  /** SHA-256 of the file, as hexadecimal digits. */
  checksum: ['checksum', z.string()],
  bytes: ['bytes', z.number()],
});
export type Firmware = z.output<typeof firmware>;

export const getFirmwareFiles = route('GET', 'firmware/getFirmwares', {
  summary: 'All firmware files, newest first',
  response: z.array(firmware),
});

export const addFirmware = route('POST', 'firmware/addFirmware', {
  summary: 'Add a firmware file (.txt or .rtf), sent as `file` together with the fields',
  body: wireBody({ ...nameAndVersion, type: ['type', z._default(firmwareType, 'sleep')] }),
  response: firmware,
});

export const deleteFirmware = route('DELETE', 'firmware/deleteFirmware', {
  summary: 'Delete a firmware file; an admin can restore it within 30 days',
  body: z.strictObject({ id }),
  response: z.string(),
});

/** The firmware that a bin's board reported, null if never, and the firmware it should run. */
export const binFirmware = wireObject({
  binId: ['bin_sensor_id', id],
  binName: ['bin_name', z.string()],
  binNumber: ['bin_number', z.number()],
  farmName: ['farm_name', z.string()],
  mainBoardId: ['main_board_id', z.string()],
  reportedName: ['firmware_name', z.nullable(z.string())],
  reportedVersion: ['firmware_version', z.nullable(z.string())],
  reportedAt: ['date_time', z.nullable(instant)],
  requiredName: ['bin_firmware_name', z.string()],
  requiredVersion: ['bin_firmware_version', z.string()],
  /** Whether the board reported firmware that differs from the firmware it should run. */
  differs: ['differs', z.boolean()],
});
export type BinFirmware = z.output<typeof binFirmware>;

export const FIRMWARE_PAGE_SIZE = 50;

export const getBinFirmware = route('GET', 'firmware/getBinFirmwares', {
  summary: 'Reported and required firmware of each bin, mismatches first',
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), data: z.array(binFirmware), pagination }),
});
