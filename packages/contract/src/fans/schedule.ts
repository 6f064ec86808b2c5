import { fanHolds } from '@granary/domain/fans/fan-hold';
import { type FanSlot, WEEKDAYS, type Weekday } from '@granary/domain/fans/fan-slots';
import * as z from 'zod/mini';
import { mainBoardId, wholeNumber } from '../bins/settings.ts';
import { route } from '../route.ts';
import { id, instant, wireBody, wireObject } from '../wire.ts';

/** In the farm's local time, 'HH:MM'. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** The maximum number of slots in a day. */
export const MAX_SLOTS_PER_DAY = 24;

const slotTimes = {
  onTime: ['on_time', timeOfDay],
  /** 23:59 is the end of the day. */
  offTime: ['off_time', timeOfDay],
} as const;

function createWeekShape<S extends z.ZodMiniType>(slot: S) {
  const slots = z.array(slot).check(z.maxLength(MAX_SLOTS_PER_DAY));
  return {
    monday: slots,
    tuesday: slots,
    wednesday: slots,
    thursday: slots,
    friday: slots,
    saturday: slots,
    sunday: slots,
  } satisfies Record<Weekday, unknown>;
}

const storedSlot = wireObject({ id: ['slot_id', z.string()], ...slotTimes });
/** A slot without an ID is new. */
const slotInput = wireBody({ id: ['slot_id', z.optional(z.string())], ...slotTimes });

/** The slots of each weekday. */
export const fanWeek = z.object(createWeekShape(storedSlot));

const fanSchedule = wireObject({
  week: ['schedule', fanWeek],
  /** Incremented with each change. */
  version: ['version', z.int()],
  /** The farm's time zone; all slot times are in this zone. */
  timeZone: ['timezone', z.string()],
  /**
   * The hold that pauses the schedule until a person resumes it, caused by someone at the bin or by a
   * restore; null without a hold.
   */
  hold: [
    'hold',
    z.nullable(
      wireObject({
        reason: ['by', z.enum(fanHolds)],
        since: ['since', instant],
        /** Whether the board still reports a lockout; until it ends, the schedule cannot be resumed. */
        isLockedOut: ['lockout', z.boolean()],
      }),
    ),
  ],
});
export type FanSchedule = z.output<typeof fanSchedule>;
/** The slots of each weekday, in chronological order. */
export type FanWeek = FanSchedule['week'];

/** Lists all slots of a week. */
export function listSlots(
  week: Readonly<Record<Weekday, readonly Omit<FanSlot, 'weekday'>[]>>,
): FanSlot[] {
  return WEEKDAYS.flatMap((weekday) =>
    week[weekday].map(({ onTime, offTime }) => ({ weekday, onTime, offTime })),
  );
}

export const getFanSchedule = route('GET', 'boardCommands/schedule', {
  summary: "The weekly schedule of a bin's fan",
  query: z.object({ bin_id: id }),
  response: fanSchedule,
});

const optionalLiteral = <const T extends boolean | string>(value: T) =>
  z.optional(z.literal(value));

export const setFanSchedule = route('POST', 'boardCommands/addCommandScheduled', {
  summary: "Replace a fan's weekly schedule; times are in the farm's time zone",
  body: wireBody({
    binId: ['bin_id', id],
    binNumber: ['bin_number', wholeNumber('binNumber')],
    mainBoardId: ['bin_topic', mainBoardId],
    week: ['schedule', z.partial(z.strictObject(createWeekShape(slotInput)))],
    isProven: ['verified_by_wind_speed', optionalLiteral(false)],
    controlType: ['control_type', optionalLiteral('scheduled')],
    /** Ignored: the times are in the farm's time zone. */
    userTimeZone: ['userTimeZone', z.optional(z.string().check(z.maxLength(100)))],
    /** The version that was read; without one, another user's change is overwritten. */
    version: ['version', z.optional(z.int())],
  }),
  response: fanSchedule,
});

export const resumeFanControl = route('POST', 'boardCommands/resume', {
  summary:
    "Resume a fan's schedule or automatic control after someone used the switch or locked the fan out at the bin",
  body: wireBody({ binId: ['bin_id', id] }),
  response: z.string(),
});
