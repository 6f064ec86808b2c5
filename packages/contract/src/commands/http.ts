import * as z from 'zod/mini';
import { MAIN_BOARD_ID } from '../boards/topics.ts';
import { route } from '../route.ts';
import { id, instant, wireObject } from '../wire.ts';

/** A command for a board's fan, as stored. */
export const fanCommand = wireObject({
  command: ['command', z.string()],
  mainBoardId: ['main_board_id', z.string()],
  status: ['status', z.enum(['unpublished', 'released'])],
  /** When it was released; null while it is waiting. */
  releasedAt: ['date_time', z.nullable(instant)],
});
export type FanCommand = z.output<typeof fanCommand>;

export const getLatestCommand = route('GET', 'boardCommands/latest', {
  summary: 'The latest fan command of a main board; null if there is none',
  query: wireObject({
    mainBoardId: ['main_board_id', z.string().check(z.regex(MAIN_BOARD_ID))],
  }),
  response: z.nullable(fanCommand),
});

export const getLatestCommandsOfFarm = route('GET', 'boardCommands/latestOfFarm', {
  summary: 'The latest fan command of each main board of a farm, by board id',
  query: z.object({ farm_id: id }),
  response: z.array(fanCommand),
});
