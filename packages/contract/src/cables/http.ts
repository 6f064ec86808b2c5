import { CABLE_ADDRESS_RANGE, MAX_POSITION, sensorCodes } from '@granary/domain/cables/commands';
import * as z from 'zod/mini';
import { mainBoardId } from '../bins/settings.ts';
import { route } from '../route.ts';
import { describe, id, instant, wireBody, wireObject } from '../wire.ts';

const address = z
  .int()
  .check(z.minimum(CABLE_ADDRESS_RANGE.min), z.maximum(CABLE_ADDRESS_RANGE.max));
const position = z.int().check(z.minimum(1), z.maximum(MAX_POSITION));

/** The requested change to a bin's cables and its progress. */
export const cableConfiguration = wireObject({
  binId: ['id', id],
  mainBoardId: ['bin_topic', z.string()],
  binNumber: ['bin_number', z.int()],
  /** The commands for the board, in the order they are sent; empty without a requested change. */
  commands: ['commands_in_process', z.array(z.string())],
  isReceived: ['main_board_command_recieved', z.boolean()],
  isReleased: ['server_command_released', z.boolean()],
  status: ['update_status', z.nullable(z.enum(['pending', 'in_progress', 'completed', 'failed']))],
  releasedAt: ['sever_command_release_time', z.nullable(instant)],
  message: ['message', z.string()],
  /** The cable's address before the change, and its new address; null if there is none. */
  oldId: ['old_cable_id', z.nullable(z.int())],
  newId: ['new_cable_id', z.nullable(z.int())],
  /** The number of the requested change; 0 if there is none. */
  version: ['version', z.int()],
});
export type CableConfiguration = z.output<typeof cableConfiguration>;

export const getCableConfiguration = route('POST', 'cablesConfiguration/getCableConfiguration', {
  summary: "The requested change to a bin's cables and its progress",
  body: z.strictObject({ id }),
  response: cableConfiguration,
});

export const withdrawCableConfiguration = route(
  'POST',
  'cablesConfiguration/withdrawCableConfiguration',
  {
    summary: 'Withdraw a requested change to cables that has not been sent yet',
    body: wireBody({ binId: ['id', id], version: ['version', z.int()] }),
    response: cableConfiguration,
  },
);

export const updateCableConfiguration = route(
  'POST',
  'cablesConfiguration/updateCableConfiguration',
  {
    summary:
      "Request a change to a cable's address or sensors; it is sent when the board can receive it",
    body: wireBody({
      binId: ['id', id],
      /** If given, they must match the bin. */
      mainBoardId: ['bin_topic', z.optional(mainBoardId)],
      binNumber: ['bin_number', z.optional(z.int())],
      version: [
        'version',
        describe(
          z.optional(z.int()),
          'The version of the requested change that the caller read; a pending change with another version is not replaced',
        ),
      ],
      oldId: ['old_cable_id', describe(address, 'The current address of the cable, 1 to 254')],
      newId: [
        'new_cable_id',
        describe(
          z._default(z.nullable(address), null),
          'The new address (command 71); null keeps the address (command 72)',
        ),
      ],
      position: [
        'new_sensor_position',
        describe(
          z._default(z.nullable(position), null),
          'The sensor position sent with the addresses; null is sent as 00',
        ),
      ],
      sensorCode: [
        'sensor_code',
        describe(
          z._default(z.enum(sensorCodes), '76'),
          '73: number these sensors from the given position on; 74: let the cable number its sensors; 75: set the position of this sensor; 76: change no sensors',
        ),
      ],
      positions: [
        'sensor_positions',
        describe(
          z._default(z.array(position).check(z.maxLength(64)), []),
          'The positions for 73 to 75, at least one',
        ),
      ],
    }),
    response: cableConfiguration,
  },
);
