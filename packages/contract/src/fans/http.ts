import * as z from 'zod/mini';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, instantOrNone, scalar, wireObject, withFastPath } from '../wire.ts';

const turn = withFastPath(z.enum(['on', 'off']), (value) => value === 'on' || value === 'off');

/** A fan that was turned on or off. */
export const fanEvent = wireObject({
  type: ['event_type', turn],
  at: ['event_date', instant],
  /** When the run began and ended that this event is part of; null where that is not known. */
  onAt: ['fan_on_time', instantOrNone],
  offAt: ['fan_off_time', instantOrNone],
  /** How long the run took, s; null while it goes on. */
  durationS: ['fan_duration', scalar],
});
export type FanEvent = z.output<typeof fanEvent>;

/** So many events stand on a page unless told. */
export const FAN_HISTORY_PAGE = 20;

/** So many events can be asked for at once: a year of a fan that is turned twice a day. */
export const MAX_FAN_HISTORY_PAGE = 1000;

const whole = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most));

export const fanHistory = route('GET', 'boardCommands/fanHistory', {
  summary: 'When the fan of a bin was turned on and off, newest first',
  query: z.object({
    bin_id: id,
    page: z._default(whole(1, 100_000), 1),
    limit: z._default(whole(1, MAX_FAN_HISTORY_PAGE), FAN_HISTORY_PAGE),
    /** Leaves out turns whose run was over before. */
    since: z.optional(instant),
  }),
  isFullBody: true,
  response: z.object({ RESP_MSG: z.string(), data: z.array(fanEvent), pagination }),
});
