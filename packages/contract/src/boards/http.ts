import * as z from 'zod/mini';
import { route } from '../route.ts';
import { wireObject } from '../wire.ts';
import { MAIN_BOARD_ID } from './topics.ts';

/** What an installer types into a main board; the key is shown this once. */
export const boardCredentials = wireObject({
  /** Its user name too. */
  mainBoardId: ['main_board_id', z.string()],
  key: ['key', z.string()],
  host: ['mqtt_host', z.string()],
  port: ['mqtt_port', z.int()],
  /** Whether the board is to speak TLS there. */
  isSecure: ['mqtt_tls', z.boolean()],
  /** Where it publishes, below this. */
  upTopics: ['up_topics', z.array(z.string())],
  downTopic: ['down_topic', z.string()],
});
export type BoardCredentials = z.output<typeof boardCredentials>;

export const makeCredentials = route('POST', 'board/mainBoards/:main_board_id/credentials', {
  summary: 'Give a main board a key, shown once; one that is there goes only with `rotate`',
  params: wireObject({
    mainBoardId: ['main_board_id', z.string().check(z.regex(MAIN_BOARD_ID))],
  }),
  body: z.strictObject({ rotate: z.optional(z.boolean()) }),
  response: boardCredentials,
});
