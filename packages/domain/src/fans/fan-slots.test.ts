import { expect, it, test } from 'vitest';
import { DAY, HOUR } from '../units.ts';
import {
  type FanSlot,
  findShortSlots,
  findSlotProblem,
  WEEKDAYS,
  type Weekday,
} from './fan-slots.ts';

const slot = (weekday: Weekday, onTime: string, offTime: string): FanSlot => ({
  weekday,
  onTime,
  offTime,
});

test.each([
  ['needs both times', slot('monday', '', '10:00'), 'times-required'],
  ['needs both times', slot('monday', '10:00', ''), 'times-required'],
  ['ends after it starts', slot('monday', '10:00', '10:00'), 'off-before-on'],
  ['ends on the same day', slot('monday', '22:00', '06:00'), 'off-before-on'],
  ['does not overlap another', slot('monday', '07:00', '08:01'), 'overlap'],
  ['is not inside another', slot('monday', '08:30', '08:45'), 'overlap'],
  ['does not overlap one that ends with the day', slot('monday', '22:00', '23:00'), 'overlap'],
  ['may touch others', slot('monday', '09:00', '20:00'), null],
] as const)('a slot %s', (_rule, addedSlot, problem) => {
  const mondaySlots = [slot('monday', '08:00', '09:00'), slot('monday', '20:00', '23:59')];
  expect(findSlotProblem(addedSlot, mondaySlots)).toBe(problem);
});

it('finds the slots that are short, including those across midnight and the end of the week', () => {
  const shortSlot = slot('wednesday', '08:00', '08:59');
  const slots = [
    slot('sunday', '23:30', '23:59'),
    slot('monday', '00:00', '00:30'),
    slot('tuesday', '08:00', '08:30'),
    slot('tuesday', '08:30', '09:00'),
    shortSlot,
  ];
  expect(findShortSlots(slots, HOUR)).toEqual([shortSlot]);
  expect(findShortSlots(slots, HOUR + 1)).toEqual(slots);
  const fullWeek = WEEKDAYS.map((weekday) => slot(weekday, '00:00', '23:59'));
  expect(findShortSlots(fullWeek, 7 * DAY)).toEqual([]);
});
