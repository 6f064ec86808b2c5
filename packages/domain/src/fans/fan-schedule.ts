import { findDaySpan, knownZone } from '../bins/local-day.ts';
import { DAY, MINUTE, type Millis, millis } from '../units.ts';

/** In the order of a week. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Times of one weekday by the clock of the farm, 'HH:MM'; the fan runs from `onTime` to `offTime`. */
export interface FanSlot {
  readonly weekday: Weekday;
  readonly onTime: string;
  readonly offTime: string;
}

/** What the last minute of a day is written as; a slot up to it ends with the day. */
export const END_OF_DAY = '23:59';

/** What a schedule wants at an instant. */
export interface ScheduledState {
  readonly isOn: boolean;
  /** When it wants the opposite; null: never. */
  readonly until: Millis | null;
}

export interface FanRunTime {
  readonly from: Millis;
  /** Null for a run that never ends. */
  readonly to: Millis | null;
}

/** The minutes of a day, 0 to 1440, at which a slot starts and ends. */
export function slotMinutes({ onTime, offTime }: Pick<FanSlot, 'onTime' | 'offTime'>): {
  readonly from: number;
  readonly to: number;
} {
  return { from: toMinutes(onTime), to: offTime === END_OF_DAY ? 24 * 60 : toMinutes(offTime) };
}

/** Why a slot cannot be added to the others of its day; null: it can. Touching slots are one run. */
export type SlotProblem = 'times-required' | 'off-before-on' | 'overlap';

export function findSlotProblem(
  slot: Pick<FanSlot, 'onTime' | 'offTime'>,
  ofDay: readonly Pick<FanSlot, 'onTime' | 'offTime'>[],
): SlotProblem | null {
  if (slot.onTime === '' || slot.offTime === '') return 'times-required';
  const { from, to } = slotMinutes(slot);
  if (slot.offTime <= slot.onTime) return 'off-before-on';
  const overlaps = ofDay.map(slotMinutes).some((other) => from < other.to && other.from < to);
  return overlaps ? 'overlap' : null;
}

/** A schedule without a change for this long has none: a slot may be skipped once a year. */
const LONGEST_STATE_MS = 16 * DAY;

/**
 * What a schedule wants at an instant. It follows the clock on the wall of the farm: an hour that is
 * skipped does not run, and one that is repeated runs twice. UTC if this machine does not know the zone.
 */
export function findScheduledState(
  slots: readonly FanSlot[],
  timeZone: string,
  now: Millis,
): ScheduledState {
  const zone = knownZone(timeZone);
  const isOn = isOnAt(slots, zone, now);
  if (slots.length === 0) return { isOn, until: null };
  for (let at = now; at - now < LONGEST_STATE_MS; ) {
    at = findNextEdge(slots, zone, at);
    if (isOnAt(slots, zone, at) !== isOn) return { isOn, until: at };
  }
  return { isOn, until: null };
}

/** The run that a schedule wants at `now`, or otherwise the next one; null if it wants none. */
export function findNextRun(
  slots: readonly FanSlot[],
  timeZone: string,
  now: Millis,
): FanRunTime | null {
  const state = findScheduledState(slots, timeZone, now);
  if (state.isOn) return { from: now, to: state.until };
  if (state.until === null) return null;
  return { from: state.until, to: findScheduledState(slots, timeZone, state.until).until };
}

/** The weekday and the minute of the day that clocks show at an instant. */
export function toWallClock(
  at: Millis,
  timeZone: string,
): { readonly weekday: Weekday; readonly minutes: number } {
  return readClock(at, knownZone(timeZone));
}

function readClock(at: Millis, zone: string) {
  const wall = at + findDaySpan(at, zone).offsetMs;
  const day = Math.floor(wall / DAY);
  // 1970 began on a Thursday.
  const weekday = WEEKDAYS[(((day + 3) % 7) + 7) % 7] ?? 'monday';
  return { weekday, minutes: (wall - day * DAY) / MINUTE };
}

function isOnAt(slots: readonly FanSlot[], zone: string, at: Millis): boolean {
  const { weekday, minutes } = readClock(at, zone);
  return slots.some((slot) => {
    const { from, to } = slotMinutes(slot);
    return slot.weekday === weekday && minutes >= from && minutes < to;
  });
}

/** The next instant at which the state may change: an edge of a slot, midnight, or a change of clocks. */
function findNextEdge(slots: readonly FanSlot[], zone: string, at: Millis): Millis {
  const { end } = findDaySpan(at, zone);
  const { weekday, minutes } = readClock(at, zone);
  const ahead = slots
    .filter((slot) => slot.weekday === weekday)
    .flatMap((slot) => Object.values(slotMinutes(slot)))
    .filter((edge) => edge > minutes)
    .map((edge) => at + (edge - minutes) * MINUTE);
  return millis(Math.min(end, ...ahead));
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
