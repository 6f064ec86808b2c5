import { newBinDefaults } from '@granary/domain/boards/options';
import * as z from 'zod/mini';
import { route } from '../route.ts';
import { cropUnit } from '../units.ts';
import { id, wireBody } from '../wire.ts';
import { bin, boardType, firmwareName } from './http.ts';
import {
  binName,
  cropName,
  firmwareVersion,
  MAX_NAME_LENGTH,
  mainBoardId,
  nullableNumber,
  PRINTABLE,
  wholeNumber,
} from './settings.ts';

const defaults = newBinDefaults;

export const addBinSensor = route('POST', 'board/addBinSensor', {
  summary: 'Add a bin to a farm, on a new main board or one that the farm already has',
  body: wireBody({
    /** The label on the sensor itself. */
    label: [
      'binId',
      z._default(z.string().check(z.trim(), z.maxLength(MAX_NAME_LENGTH), z.regex(PRINTABLE)), ''),
    ],
    mainBoardId: ['bin_topic', mainBoardId],
    name: ['binName', binName],
    crop: ['crop_name', z._default(cropName, null)],
    /** In `crop_unit`. */
    size: ['bin_size', z._default(nullableNumber('size'), null)],
    cropUnit: ['crop_unit', z._default(cropUnit, 'bushels')],
    binNumber: ['bin_number', wholeNumber('binNumber')],
    farmId: ['farmId', id],
    /** The owner of the farm. */
    ownerId: ['userId', id],
    boardType: ['bin_board_type', z._default(boardType, defaults.boardType)],
    firmwareName: ['bin_firmware_name', z._default(firmwareName, defaults.firmwareName)],
    firmwareVersion: [
      'bin_firmware_version',
      z._default(firmwareVersion, defaults.firmwareVersion),
    ],
    radioGroup: ['bin_in', z._default(wholeNumber('radioGroup'), defaults.radioGroup)],
    frequency: ['freq', z._default(wholeNumber('frequency'), defaults.frequency)],
  }),
  isFullBody: true,
  response: z.object({
    RESP_MSG: z.string(),
    data: bin,
    /** Whether its main board can already sign in; otherwise it needs a key. */
    board_has_key: z.boolean(),
  }),
});
