import type { FanWeek } from '@granary/contract/fans/schedule';
import {
  END_OF_DAY,
  type FanSlot,
  findSlotProblem,
  slotMinutes,
  type Weekday,
} from '@granary/domain/fans/fan-slots';
import type { TFunction } from 'i18next';
import type { Formats } from '../../lib/format.ts';

export type SlotTimes = Pick<FanSlot, 'onTime' | 'offTime'>;

/** A week with changes that are not saved; slots without an id are new. */
export type EditedWeek = Record<Weekday, (SlotTimes & { readonly id?: string })[]>;

/** What a user enters in the slot dialog. */
export interface SlotValues extends SlotTimes {
  /** Empty until one is chosen. */
  readonly weekday: Weekday | '';
}

export type SlotError = 'dayRequired' | 'timesRequired' | 'offBeforeOn' | 'overlap';

const ERRORS = {
  'times-required': 'timesRequired',
  'off-before-on': 'offBeforeOn',
  overlap: 'overlap',
} as const;

/** Why a slot cannot be added to a week; null if it can. */
export function validateSlot({ weekday, ...times }: SlotValues, week: FanWeek): SlotError | null {
  if (weekday === '') return 'dayRequired';
  const problem = findSlotProblem(times, week[weekday]);
  return problem && ERRORS[problem];
}

export function addSlot(week: FanWeek, weekday: Weekday, times: SlotTimes): EditedWeek {
  return { ...week, [weekday]: [...week[weekday], times] };
}

/** The week without a slot; null if it has none with this id. */
export function removeSlot(week: FanWeek, weekday: Weekday, slotId: string): EditedWeek | null {
  const slots = week[weekday];
  const others = slots.filter(({ id }) => id !== slotId);
  return slotId === '' || others.length === slots.length ? null : { ...week, [weekday]: others };
}

/** The week with the slots of one day copied to other days, where they replace the old slots. */
export function copyDay(week: FanWeek, from: Weekday, to: readonly Weekday[]): EditedWeek {
  const copies = week[from].map(({ onTime, offTime }) => ({ onTime, offTime }));
  return { ...week, ...Object.fromEntries(to.map((weekday) => [weekday, copies])) };
}

/** '8:00 PM to midnight' */
export function formatSlot(slot: SlotTimes, t: TFunction, format: Formats): string {
  const { from, to } = slotMinutes(slot);
  return t('fan.schedule.range', {
    from: format.minuteOfDay(from),
    to: slot.offTime === END_OF_DAY ? t('fan.schedule.midnight') : format.minuteOfDay(to),
  });
}
