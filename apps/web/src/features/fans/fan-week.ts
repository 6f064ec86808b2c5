import type { FanWeek } from '@granary/contract/fans/schedule';
import {
  END_OF_DAY,
  type FanSlot,
  findSlotProblem,
  toSlotMinutes,
  type Weekday,
} from '@granary/domain/fans/fan-slots';
import type { TFunction } from 'i18next';
import type { Formats } from '../../lib/format.ts';

export type SlotTimes = Pick<FanSlot, 'onTime' | 'offTime'>;

/** A week with unsaved changes; slots without an ID are new. */
export type EditedWeek = Record<Weekday, (SlotTimes & { readonly id?: string })[]>;

/** The values that a user enters in the slot dialog. */
export interface SlotValues extends SlotTimes {
  /** Empty until a weekday is chosen. */
  readonly weekday: Weekday | '';
}

export type SlotError = 'dayRequired' | 'timesRequired' | 'offBeforeOn' | 'overlap';

const errorByProblem = {
  'times-required': 'timesRequired',
  'off-before-on': 'offBeforeOn',
  overlap: 'overlap',
} as const;

/** Why a slot cannot be added to a week; null if it can. */
export function validateSlot({ weekday, ...times }: SlotValues, week: FanWeek): SlotError | null {
  if (weekday === '') return 'dayRequired';
  const problem = findSlotProblem(times, week[weekday]);
  return problem && errorByProblem[problem];
}

export function addSlot(week: FanWeek, weekday: Weekday, times: SlotTimes): EditedWeek {
  return { ...week, [weekday]: [...week[weekday], times] };
}

/** Returns the week without the given slot; null if no slot has this ID. */
export function removeSlot(week: FanWeek, weekday: Weekday, slotId: string): EditedWeek | null {
  const slots = week[weekday];
  const others = slots.filter(({ id }) => id !== slotId);
  return slotId === '' || others.length === slots.length ? null : { ...week, [weekday]: others };
}

/** Returns the week with one day's slots copied to other days, where they replace the old slots. */
export function copyDay(week: FanWeek, from: Weekday, to: readonly Weekday[]): EditedWeek {
  const copies = week[from].map(({ onTime, offTime }) => ({ onTime, offTime }));
  return { ...week, ...Object.fromEntries(to.map((weekday) => [weekday, copies])) };
}

/** Formats a slot, such as '8:00 PM to midnight'. */
export function formatSlot(slot: SlotTimes, t: TFunction, format: Formats): string {
  const { from, to } = toSlotMinutes(slot);
  return t('fan.schedule.range', {
    from: format.minuteOfDay(from),
    to: slot.offTime === END_OF_DAY ? t('fan.schedule.midnight') : format.minuteOfDay(to),
  });
}
