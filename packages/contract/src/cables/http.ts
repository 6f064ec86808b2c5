import { cableAddresses, MAX_POSITION, sensorCodes } from '@granary/domain/cables/commands';
import * as z from 'zod/mini';
import { mainBoardId } from '../bins/settings.ts';
import { route } from '../route.ts';
import { describe, id, instant, wireBody, wireObject } from '../wire.ts';

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
  /** Which wish this is; 0 where there is none. */
  version: ['version', z.int()],
});
export type CableConfiguration = z.output<typeof cableConfiguration>;

export const getCableConfiguration = route('POST', 'cablesConfiguration/getCableConfiguration', {
  summary: "What is to change on a bin's cables, and how far that is",
  body: z.strictObject({ id }),
  response: cableConfiguration,
});

export const updateCableConfiguration = route(
  'POST',
  'cablesConfiguration/updateCableConfiguration',
  {
    summary: 'Change the address of a cable or its sensors; the board is told when it can be',
    body: wireBody({
      binId: ['id', id],
      /** Where they are named, they are those of the bin. */
      mainBoardId: ['bin_topic', z.optional(mainBoardId)],
      binNumber: ['bin_number', z.optional(z.int())],
      version: [
        'version',
        describe(
          z.optional(z.int()),
          'The wish that was read: no other one that waits is replaced',
        ),
      ],
      oldId: ['old_cable_id', describe(address, 'The address that the cable has now, 1 to 254')],
      newId: [
        'new_cable_id',
        describe(
          z._default(z.nullable(address), null),
          'The address that it gets (command 71); null leaves the address (command 72)',
        ),
      ],
      position: [
        'new_sensor_position',
        describe(
          z._default(z.nullable(position), null),
          'The sensor position sent along with the addresses; null is sent as 00',
        ),
      ],
      sensorCode: [
        'sensor_code',
        describe(
          z._default(z.enum(sensorCodes), '76'),
          '73: all positions from the smallest; 74: the cable by itself; 75: this sensor; 76: none',
        ),
      ],
      positions: [
        'sensor_positions',
        describe(
          z._default(z.array(position).check(z.maxLength(64)), []),
          'The positions that 73 to 75 are about, of which there is at least one',
        ),
      ],
    }),
    response: cableConfiguration,
  },
);
