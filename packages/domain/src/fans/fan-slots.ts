import { MINUTE } from '../units.ts';

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

/** Times of one weekday in the farm's local time, 'HH:MM'; the fan runs from `onTime` to `offTime`. */
export interface FanSlot {
  readonly weekday: Weekday;
  readonly onTime: string;
  readonly offTime: string;
}

/** The last minute of a day; a slot with this off time runs until midnight. */
export const END_OF_DAY = '23:59';

/** The minutes of a day, 0 to 1440, at which a slot starts and ends. */
export function toSlotMinutes({ onTime, offTime }: Pick<FanSlot, 'onTime' | 'offTime'>): {
  readonly from: number;
  readonly to: number;
} {
  return { from: toMinutes(onTime), to: offTime === END_OF_DAY ? 24 * 60 : toMinutes(offTime) };
}

/** Why a slot cannot be added to the others on its day. Adjacent slots form one run. */
export type SlotProblem = 'times-required' | 'off-before-on' | 'overlap';

export function findSlotProblem(
  slot: Pick<FanSlot, 'onTime' | 'offTime'>,
  slotsOfDay: readonly Pick<FanSlot, 'onTime' | 'offTime'>[],
): SlotProblem | null {
  if (slot.onTime === '' || slot.offTime === '') return 'times-required';
  const { from, to } = toSlotMinutes(slot);
  if (slot.offTime <= slot.onTime) return 'off-before-on';
  const overlaps = slotsOfDay
    .map(toSlotMinutes)
    .some((other) => from < other.to && other.from < to);
  return overlaps ? 'overlap' : null;
}

const MINUTES_PER_WEEK = 7 * 24 * 60;

/** The slots of a week that run, together with adjacent slots, for less than `ms`. */
export function findShortSlots(slots: readonly FanSlot[], ms: number): FanSlot[] {
  const weekSlots = slots.map((slot) => {
    const { from, to } = toSlotMinutes(slot);
    const midnight = WEEKDAYS.indexOf(slot.weekday) * 24 * 60;
    return {
      slot,
      from: midnight + from,
      to: (midnight + to) % MINUTES_PER_WEEK,
      minutes: to - from,
    };
  });
  const countRunMinutes = (start: (typeof weekSlots)[number]) => {
    let minutes = start.minutes;
    for (let at = start; minutes < MINUTES_PER_WEEK; ) {
      const next = weekSlots.find(({ from }) => from === at.to);
      if (!next) break;
      minutes += next.minutes;
      at = next;
    }
    for (let at = start; minutes < MINUTES_PER_WEEK; ) {
      const previous = weekSlots.find(({ to }) => to === at.from);
      if (!previous) break;
      minutes += previous.minutes;
      at = previous;
    }
    return minutes;
  };
  return weekSlots
    .filter((weekSlot) => countRunMinutes(weekSlot) * MINUTE < ms)
    .map(({ slot }) => slot);
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
