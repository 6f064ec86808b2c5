import { toKnownZone } from '../bins/known-zone.ts';
import { findDaySpan } from '../bins/local-day.ts';
import { DAY, MINUTE, type Millis, millis } from '../units.ts';
import { type FanSlot, toSlotMinutes, WEEKDAYS, type Weekday } from './fan-slots.ts';

/** Whether a schedule keeps the fan on at a given time. */
export interface ScheduledState {
  readonly isOn: boolean;
  /** When this next changes; null if it never does. */
  readonly until: Millis | null;
}

export interface ScheduledRun {
  readonly from: Millis;
  /** Null for a run that never ends. */
  readonly to: Millis | null;
}

/**
 * A schedule that does not change for this long never changes: even if a clock change skips a weekly slot,
 * the next one follows within this time.
 */
const LONGEST_STATE_MS = 16 * DAY;

/**
 * Returns whether a schedule keeps the fan on at a given time. It follows the farm's local clock: the fan does
 * not run in an hour that is skipped, and runs both times in one that is repeated. Uses UTC if this machine
 * does not support the zone.
 */
export function findScheduledState(
  slots: readonly FanSlot[],
  timeZone: string,
  now: Millis,
): ScheduledState {
  const zone = toKnownZone(timeZone);
  const isOn = isOnAt(slots, zone, now);
  if (slots.length === 0) return { isOn, until: null };
  for (let at = now; at - now < LONGEST_STATE_MS; ) {
    at = findNextEdge(slots, zone, at);
    if (isOnAt(slots, zone, at) !== isOn) return { isOn, until: at };
  }
  return { isOn, until: null };
}

/** The scheduled run at `now`, or the next one if the fan is off then; null if no run is scheduled. */
export function findNextRun(
  slots: readonly FanSlot[],
  timeZone: string,
  now: Millis,
): ScheduledRun | null {
  const state = findScheduledState(slots, timeZone, now);
  if (state.isOn) return { from: now, to: state.until };
  if (state.until === null) return null;
  return { from: state.until, to: findScheduledState(slots, timeZone, state.until).until };
}

/** The local weekday and minute of the day at a given time. */
export function toWallClock(
  at: Millis,
  timeZone: string,
): { readonly weekday: Weekday; readonly minutes: number } {
  return readClock(at, toKnownZone(timeZone));
}

function readClock(at: Millis, zone: string) {
  const wallTime = at + findDaySpan(at, zone).offsetMs;
  const day = Math.floor(wallTime / DAY);
  // 1970 began on a Thursday.
  const weekday = WEEKDAYS[(((day + 3) % 7) + 7) % 7] ?? 'monday';
  return { weekday, minutes: (wallTime - day * DAY) / MINUTE };
}

function isOnAt(slots: readonly FanSlot[], zone: string, at: Millis): boolean {
  const { weekday, minutes } = readClock(at, zone);
  return slots.some((slot) => {
    const { from, to } = toSlotMinutes(slot);
    return slot.weekday === weekday && minutes >= from && minutes < to;
  });
}

/** The next time at which the state may change: an edge of a slot, midnight, or a clock change. */
function findNextEdge(slots: readonly FanSlot[], zone: string, at: Millis): Millis {
  const { end } = findDaySpan(at, zone);
  const { weekday, minutes } = readClock(at, zone);
  const laterEdges = slots
    .filter((slot) => slot.weekday === weekday)
    .flatMap((slot) => Object.values(toSlotMinutes(slot)))
    .filter((edge) => edge > minutes)
    .map((edge) => at + (edge - minutes) * MINUTE);
  return millis(Math.min(end, ...laterEdges));
}
