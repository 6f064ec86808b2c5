import type { FanWeek } from '@granary/contract/fans/schedule';
import { describe, expect, it, test } from 'vitest';
import { addSlot, copyDay, removeSlot, type SlotValues, validateSlot } from './fan-week.ts';

const slot = { id: '7', onTime: '06:00', offTime: '08:00' };
const week: FanWeek = {
  monday: [slot],
  tuesday: [],
  wednesday: [{ id: '8', onTime: '20:00', offTime: '23:59' }],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

const values: SlotValues = { weekday: 'monday', onTime: '08:00', offTime: '10:00' };

test.each([
  ['the day is missing', { ...values, weekday: '' }, 'dayRequired'],
  ['the start is missing', { ...values, onTime: '' }, 'timesRequired'],
  ['the end is missing', { ...values, offTime: '' }, 'timesRequired'],
  ['it ends before it starts', { ...values, offTime: '07:00' }, 'offBeforeOn'],
  ['it overlaps another slot', { ...values, onTime: '07:59' }, 'overlap'],
  ['it touches another slot', values, null],
  ['the other slot is on another day', { ...values, weekday: 'friday', onTime: '07:00' }, null],
] as const)('a slot is checked: %s', (_name, enteredSlot, error) => {
  expect(validateSlot(enteredSlot, week)).toBe(error);
});

describe('a week', () => {
  it('keeps the other slots of a day when one is added', () => {
    const times = { onTime: '08:00', offTime: '10:00' };
    expect(addSlot(week, 'monday', times)).toEqual({ ...week, monday: [slot, times] });
  });

  it('removes a slot, or returns null if none has that ID', () => {
    expect(removeSlot(week, 'monday', '7')).toEqual({ ...week, monday: [] });
    expect(removeSlot(week, 'tuesday', '7')).toBeNull();
    expect(removeSlot({ ...week, monday: [{ ...slot, id: '' }] }, 'monday', '')).toBeNull();
  });

  it('copies the slots of a day to other days, replacing the slots there', () => {
    const copy = { onTime: '06:00', offTime: '08:00' };
    expect(copyDay(week, 'monday', ['tuesday', 'wednesday'])).toEqual({
      ...week,
      tuesday: [copy],
      wednesday: [copy],
    });
  });
});
