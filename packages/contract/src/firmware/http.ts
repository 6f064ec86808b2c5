import * as z from 'zod/mini';
import { FIRMWARE_VERSION } from '../bins/settings.ts';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, wireBody, wireObject } from '../wire.ts';

/** A firmware file has at most so many bytes. */
export const MAX_FIRMWARE_BYTES = 1_000_000;
/** How the names of firmware files end. */
export const FIRMWARE_FILES = /\.(txt|rtf)$/i;

const firmwareType = z.enum(['realtime', 'sleep']);

const printable = z.regex(/^\P{C}*$/u);
const described = {
  name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(100), printable)],
  // As bins can be set to it, else no board would ever get it.
  version: ['version', z.string().check(z.trim(), z.regex(FIRMWARE_VERSION))],
} as const;

/** A file that boards can be updated with. */
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

export const getFirmwares = route('GET', 'firmware/getFirmwares', {
  summary: 'All firmware files, newest first',
  response: z.array(firmware),
});

export const addFirmware = route('POST', 'firmware/addFirmware', {
  summary: 'Add a firmware file (.txt or .rtf), which is sent beside the fields as `file`',
  body: wireBody({ ...described, type: ['type', z._default(firmwareType, 'sleep')] }),
  response: firmware,
});

export const deleteFirmware = route('DELETE', 'firmware/deleteFirmware', {
  summary: 'Delete a firmware file',
  body: z.strictObject({ id }),
  response: z.string(),
});

/** What the board of a bin said that it runs, null where it never did, and what it should run. */
export const binFirmware = wireObject({
  binId: ['bin_sensor_id', id],
  binName: ['bin_name', z.string()],
  binNumber: ['bin_number', z.number()],
  farmName: ['farm_name', z.string()],
  mainBoardId: ['main_board_id', z.string()],
  runsName: ['firmware_name', z.nullable(z.string())],
  runsVersion: ['firmware_version', z.nullable(z.string())],
  reportedAt: ['date_time', z.nullable(instant)],
  wantedName: ['bin_firmware_name', z.string()],
  wantedVersion: ['bin_firmware_version', z.string()],
  /** Whether the board said that it runs something else than it should. */
  differs: ['differs', z.boolean()],
});
export type BinFirmware = z.output<typeof binFirmware>;

export const FIRMWARE_PAGE = 50;

export const getBinFirmwares = route('GET', 'firmware/getBinFirmwares', {
  summary: 'What boards run and should run, bin by bin, those that differ first',
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), data: z.array(binFirmware), pagination }),
});
