import { DAY } from '@granary/domain/units';
import * as z from 'zod/mini';
import { pagination } from '../pagination.ts';
import { route } from '../route.ts';
import { id, instant, nullableInstant, scalar, wireObject } from '../wire.ts';

/**
 * The duration of a run, s; null while the newest report is recent and shows the fan on. A run whose end was
 * not reported is counted up to the board's last report of any kind, which is timed by the server's clock if
 * the board's clock is wrong.
 */
const runDuration = ['fan_duration', scalar] as const;

/**
 * Whether a power outage ended the run: its end was not reported, and it is counted up to the last report
 * before the outage.
 */
const endedByPowerOutage = ['ended_by_power_cut', z.boolean()] as const;

/** A fan event: the fan was turned on or off. */
export const fanEvent = wireObject({
  type: ['event_type', z.enum(['on', 'off'])],
  at: ['event_date', instant],
  /** The start and end of the run that this event belongs to, each null if it was not reported. */
  onAt: ['fan_on_time', nullableInstant],
  offAt: ['fan_off_time', nullableInstant],
  durationS: runDuration,
  endedByPowerOutage,
});
export type FanEvent = z.output<typeof fanEvent>;

/** The number of events on a page by default. */
export const FAN_HISTORY_PAGE_SIZE = 20;

/** The maximum number of events on a page: more than two a day for a year. */
export const MAX_FAN_HISTORY_PAGE_SIZE = 1000;

const wholeNumber = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** The maximum number of runs in a list. */
export const MAX_FAN_RUNS = 50;
/** The longest time range that runs can be listed for, days. */
const MAX_RUN_RANGE_DAYS = 400;

/** The mean of the enabled sensors under grain; null without a reading in the previous 24 hours. */
const grainAverages = wireObject({
  /** °C */
  temperature: ['temperature', scalar],
  /** % wet basis */
  moisture: ['moisture', scalar],
});

const totals = {
  /** How long the fan ran in the period, s; includes runs that are not listed. */
  totalDurationS: ['total_duration', z.number()],
  /** The number of runs in the period. */
  count: ['count', z.int()],
  /** Null if the fan's power is not set. */
  energyKwh: ['energy_kwh', scalar],
  /** In the farm's currency; null if the farm's price per kWh or the fan's power is not set. */
  cost: ['cost', scalar],
} as const;

const fanTotals = wireObject(totals);
export type FanTotals = z.output<typeof fanTotals>;

const fanRuns = wireObject({
  ...totals,
  /** Newest first. */
  runs: [
    'runs',
    z.array(
      wireObject({
        onAt: ['fan_on_time', instant],
        /** Null if the end was not reported. */
        offAt: ['fan_off_time', nullableInstant],
        durationS: runDuration,
        endedByPowerOutage,
        grainBefore: ['before', grainAverages],
        grainAfter: ['after', grainAverages],
      }),
    ),
  ],
});
export type FanRuns = z.output<typeof fanRuns>;

export const getFanRuns = route('GET', 'board/fanRuns', {
  summary:
    "A fan's runs in a time range with their totals, newest first, with the grain averages before and after each run",
  query: z.object({ bin_id: id, from: instant, to: instant }).check(
    z.refine(({ from, to }) => from < to, { error: 'to must be after from', path: ['to'] }),
    z.refine(({ from, to }) => to - from <= MAX_RUN_RANGE_DAYS * DAY, {
      error: `from and to must be at most ${MAX_RUN_RANGE_DAYS} days apart`,
      path: ['to'],
    }),
  ),
  response: fanRuns,
});

export const getFanHistory = route('GET', 'boardCommands/fanHistory', {
  summary:
    "The times when a bin's fan was turned on and off, newest first, with the totals of all pages",
  query: z.object({
    bin_id: id,
    page: z._default(wholeNumber(1, 100_000), 1),
    limit: z._default(wholeNumber(1, MAX_FAN_HISTORY_PAGE_SIZE), FAN_HISTORY_PAGE_SIZE),
    /** Leaves out events of runs that ended before this time; totals start at this time. */
    since: z.optional(instant),
  }),
  isFullBody: true,
  response: z.object({
    RESP_MSG: z.string(),
    data: z.array(fanEvent),
    pagination,
    /** The totals of all pages. */
    totals: fanTotals,
  }),
});
