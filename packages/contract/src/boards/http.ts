import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, wireBody, wireObject } from '../wire.ts';
import { MAIN_BOARD_ID_PATTERN } from './topics.ts';

/** The credentials that an installer enters on a main board; the key is shown only once. */
export const boardCredentials = wireObject({
  /** Also the board's MQTT user name. */
  mainBoardId: ['main_board_id', z.string()],
  key: ['key', z.string()],
  host: ['mqtt_host', z.string()],
  port: ['mqtt_port', z.int()],
  /** Whether the board must use TLS. */
  requiresTls: ['mqtt_tls', z.boolean()],
  /** The topics that the board publishes to. */
  upTopics: ['up_topics', z.array(z.string())],
  downTopic: ['down_topic', z.string()],
});
export type BoardCredentials = z.output<typeof boardCredentials>;

export const createCredentials = route('POST', 'board/mainBoards/:main_board_id/credentials', {
  summary: 'Create the key of a main board, shown once; `rotate` replaces an existing key',
  params: wireObject({
    mainBoardId: ['main_board_id', z.string().check(z.regex(MAIN_BOARD_ID_PATTERN))],
  }),
  body: z.strictObject({ rotate: z.optional(z.boolean()) }),
  response: boardCredentials,
});

/** The maximum number of boards that can get new keys in one call. */
export const MAX_BOARDS_AT_ONCE = 50;

export const replaceKeys = route('POST', 'board/mainBoards/credentials', {
  summary: "Replace the keys of a user's main boards, all or nothing; the new keys are shown once",
  body: wireBody({
    userId: ['user_id', id],
    mainBoardIds: [
      'main_board_ids',
      z
        .array(z.string().check(z.regex(MAIN_BOARD_ID_PATTERN)))
        .check(z.minLength(1), z.maxLength(MAX_BOARDS_AT_ONCE)),
    ],
  }),
  response: z.array(boardCredentials),
});

/** A main board that can sign in, with the names of its bins. */
const boardWithKey = wireObject({
  mainBoardId: ['main_board_id', z.string()],
  binNames: ['bin_names', z.array(z.string())],
});

export const getBoardsWithKeys = route('GET', 'board/mainBoards', {
  summary: "A user's main boards that have a key, with the names of their bins",
  query: z.object({ user_id: id }),
  response: z.array(boardWithKey),
});
