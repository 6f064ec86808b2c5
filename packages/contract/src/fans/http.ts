import * as z from 'zod/mini';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, instantOrNone, scalar, wireObject, withFastPath } from '../wire.ts';

const turn = withFastPath(z.enum(['on', 'off']), (value) => value === 'on' || value === 'off');

/** A fan was turned on or off. */
export const fanEvent = wireObject({
  type: ['event_type', turn],
  at: ['event_date', instant],
  /** The start and end of the run that this event belongs to; null if unknown. */
  onAt: ['fan_on_time', instantOrNone],
  offAt: ['fan_off_time', instantOrNone],
  /** The duration of the run, s; null while the fan is running. */
  durationS: ['fan_duration', scalar],
});
export type FanEvent = z.output<typeof fanEvent>;

/** The number of events on a page by default. */
export const FAN_HISTORY_PAGE = 20;

/** The maximum number of events on a page: a year of two events a day, and more. */
export const MAX_FAN_HISTORY_PAGE = 1000;

const whole = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));

export const fanHistory = route('GET', 'boardCommands/fanHistory', {
  summary: 'When the fan of a bin was turned on and off, newest first',
  query: z.object({
    bin_id: id,
    page: z._default(whole(1, 100_000), 1),
    limit: z._default(whole(1, MAX_FAN_HISTORY_PAGE), FAN_HISTORY_PAGE),
    /** Leaves out events of runs that ended before this. */
    since: z.optional(instant),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), data: z.array(fanEvent), pagination }),
});
