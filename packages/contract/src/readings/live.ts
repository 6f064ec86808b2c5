import * as z from 'zod/mini';
import { fanState } from '../fans/state.ts';
import { id, wireObject } from '../wire.ts';
import { readingFields } from './reading-response.ts';

/** Server to client: a bin's newest reading, with the state of its fan. */
export const READING_EVENT = 'reading';
export const readingEvent = wireObject({ ...readingFields, fan: ['fan_state', fanState] });
export type LiveReading = z.output<typeof readingEvent>;

/**
 * Client to server: watch these bins, all of the user's own bins or of a distributor's customers' bins
 * (`all`), or the alerts that the user may see, with notifications and entries into bins (`alerts`).
 */
export const WATCH_EVENT = 'watch';
export const watchRequest = z.union([
  z.object({ bins: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  z.object({ all: z.literal(true) }),
  z.object({ alerts: z.literal(true) }),
]);
export const watchResponse = wireObject({
  /** False if the watch was refused, for example because the user may not see one of the bins. */
  ok: ['ok', z.boolean()],
  /**
   * How long ago, ms, the last reading of these bins arrived or the last alert changed: a list requested
   * since then is complete. Absent if nothing will be sent.
   */
  unchangedForMs: ['unchanged_for_ms', z.optional(z.number())],
});
export type WatchRequest = z.output<typeof watchRequest>;

/**
 * Client to server: stop a watch. Identical watches count as one; a connection may have up to twenty at a
 * time.
 */
export const UNWATCH_EVENT = 'unwatch';

/** Server to client: the session ended, so no more events follow. */
export const SESSION_ENDED_EVENT = 'session-ended';
