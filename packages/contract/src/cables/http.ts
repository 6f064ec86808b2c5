import { cableAddresses, MAX_POSITION, sensorCodes } from '@granary/domain/cables/commands';
import * as z from 'zod/mini';
import { mainBoardId } from '../bins/settings.ts';
import { route } from '../route.ts';
import { id, instant, wireObject } from '../wire.ts';

const address = z.int().check(z.minimum(cableAddresses.min), z.maximum(cableAddresses.max));
const position = z.int().check(z.minimum(1), z.maximum(MAX_POSITION));

/** What is to change on a bin's cables, and how far that is. */
export const cableConfiguration = wireObject({
  binId: ['id', id],
  mainBoardId: ['bin_topic', z.string()],
  binNumber: ['bin_number', z.int()],
  /** The texts for the board, in the order they are sent; none where nothing is to change. */
  commands: ['commands_in_process', z.array(z.string())],
  isReceived: ['main_board_command_recieved', z.boolean()],
  isReleased: ['server_command_released', z.boolean()],
  status: ['update_status', z.nullable(z.enum(['pending', 'in_progress', 'completed', 'failed']))],
  releasedAt: ['sever_command_release_time', z.nullable(instant)],
  message: ['message', z.string()],
});
export type CableConfiguration = z.output<typeof cableConfiguration>;

export const getCableConfiguration = route('POST', 'cablesConfiguration/getCableConfiguration', {
  summary: "What is to change on a bin's cables, and how far that is",
  body: z.object({ id }),
  answer: cableConfiguration,
});

export const updateCableConfiguration = route(
  'POST',
  'cablesConfiguration/updateCableConfiguration',
  {
    summary: 'Change the address of a cable or its sensors; the board is told when it can be',
    body: wireObject({
      binId: ['id', id],
      /** Where they are named, they are those of the bin. */
      mainBoardId: ['bin_topic', z.optional(mainBoardId)],
      binNumber: ['bin_number', z.optional(z.int())],
      oldId: ['old_cable_id', address],
      newId: ['new_cable_id', z._default(z.nullable(address), null)],
      position: ['new_sensor_position', z._default(z.nullable(position), null)],
      sensorCode: ['sensor_code', z._default(z.enum(sensorCodes), '76')],
      positions: ['sensor_positions', z._default(z.array(position).check(z.maxLength(64)), [])],
    }),
    answer: cableConfiguration,
  },
);
