import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGrid } from '../../test/support/readings.ts';
import { findFirstHotDay } from './hot-since.ts';

const bin = {
  cables: [1, 2, 3].map((cable) => ({ cable, cableId: cable, subBin: 1, flip: false })),
  getStatus: () => 'unmute' as const,
  difference: 5,
};

/** Days, newest first, on which a sensor of cable 3 has these excesses, °C. */
const createDays = (excesses: readonly number[]) =>
  excesses.map((excess, index) => ({
    day: `2026-03-${String(31 - index).padStart(2, '0')}`,
    temperatures: toGrid([
      [15, 15, 15],
      [15, 15, 15],
      [15, 15, 15 + excess],
    ]),
  }));

test.each([
  ['two hot days after a cool one', [6, 5, 4.9, 8], '2026-03-30'],
  ['today only', [5, 0], '2026-03-31'],
  ['a hot day before a cool one', [0, 8, 0], null],
  ['all days with readings', [6, 6, 6], '2026-03-29'],
  ['more days than the limit', [6, 6, 6, 6, 6], null],
  ['no days', [], null],
])('finds the first hot day of %s', (_, excesses, since) => {
  expect(findFirstHotDay(bin, 3, createDays(excesses), 5)).toBe(since);
});

test('ignores other cables', () => {
  expect(findFirstHotDay(bin, 1, createDays([8, 8, 0]), 5)).toBe(null);
});

test.each([
  ['one day without readings', [0, 2], '2026-03-31'],
  ['a month without readings after two hot days', [0, 1, 29], '2026-03-30'],
  ['the oldest day if no day is missing', [0, 1, 2], '2026-03-29'],
])('ends the streak at %s', (_, daysAgo, since) => {
  const days = createDays(Array.from({ length: 31 }, () => 8));
  const daysWithReadings = daysAgo.flatMap((index) => days[index] ?? []);
  expect(findFirstHotDay(bin, 3, daysWithReadings, 62)).toBe(since);
});

test('continues a streak across the end of a year', () => {
  const [day] = createDays([8]);
  const newYearDays = ['2026-01-01', '2025-12-31', '2025-12-30'].flatMap((name) =>
    day === undefined ? [] : { ...day, day: name },
  );
  expect(findFirstHotDay(bin, 3, newYearDays, 62)).toBe('2025-12-30');
});

test('returns the oldest day of the current streak', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (hot) => {
      const days = createDays(hot.map((isHot) => (isHot ? 9 : 0)));
      const end = hot.indexOf(false);
      expect(findFirstHotDay(bin, 3, days, hot.length)).toBe(end > 0 ? days[end - 1]?.day : null);
    }),
  );
});
