import { expect, it } from 'vitest';
import { millis } from '../units.ts';
import { findDueWeek } from './weekly-mail.ts';

const parseTime = (text: string) => millis(Date.parse(text));

it.each([
  ['2025-11-24T06:59:59-06:00', null],
  ['2025-11-24T07:00:00-06:00', '2025-11-24'],
  ['2025-11-25T06:59:59-06:00', '2025-11-24'],
  ['2025-11-25T07:00:00-06:00', null],
])(
  "the weekly mail is due for 24 hours from Monday at 7 a.m. in the farm's time zone: %s",
  (time, week) => {
    expect(findDueWeek(parseTime(time), 'America/Winnipeg')).toBe(week);
  },
);

it('the weekly mail is still due at 7 a.m. local time after the clocks change', () => {
  expect(findDueWeek(parseTime('2025-03-10T11:59:59Z'), 'America/Winnipeg')).toBeNull();
  expect(findDueWeek(parseTime('2025-03-10T12:00:00Z'), 'America/Winnipeg')).toBe('2025-03-10');
  expect(findDueWeek(parseTime('2025-11-03T12:59:59Z'), 'America/Winnipeg')).toBeNull();
  expect(findDueWeek(parseTime('2025-11-03T13:00:00Z'), 'America/Winnipeg')).toBe('2025-11-03');
});
