import * as z from 'zod/mini';
import { fanState } from '../fans/state.ts';
import { id, wireObject } from '../wire.ts';
import { readingFields } from './reading-response.ts';

/** Server to client: a bin's newest reading, and the fan's state with it. */
export const READING_EVENT = 'reading';
export const readingEvent = wireObject({ ...readingFields, fan: ['fan_state', fanState] });
export type LiveReading = z.output<typeof readingEvent>;

/**
 * Client to server: bins to watch, or all alerts that the user may see, with notifications and
 * who is in or near a bin.
 */
export const WATCH_EVENT = 'watch';
export const watchRequest = z.union([
  z.object({ bins: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  z.object({ all: z.literal(true) }),
  z.object({ alerts: z.literal(true) }),
]);
export const watchResponse = wireObject({
  /** False if any bin was not permitted. */
  ok: ['ok', z.boolean()],
  /**
   * For how long no reading of these bins has arrived, or no alert has changed, ms: a list requested more
   * recently than that misses none. Absent where nothing will be sent.
   */
  unchangedForMs: ['unchanged_for_ms', z.optional(z.number())],
});
export type WatchRequest = z.output<typeof watchRequest>;

/**
 * Client to server: stop a watch. Equal watches count as one; a connection may have twenty at a
 * time.
 */
export const UNWATCH_EVENT = 'unwatch';

/** Server to client: the session ended, so no more events follow. */
export const SESSION_ENDED_EVENT = 'session-ended';
