import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gridOf } from '../../test/support/readings.ts';
import { findFirstHotDay } from './hot-since.ts';

const bin = {
  cables: [1, 2, 3].map((cable) => ({ cable, cableId: cable, subBin: 1, flip: false })),
  statusOf: () => 'unmute' as const,
  ...{ fillPercent: null, difference: 5 },
};

/** Days, the newest first, with this excess of a sensor of cable 3, °C. */
const daysWith = (excesses: readonly number[]) =>
  excesses.map((excess, index) => ({
    day: `2026-03-${String(31 - index).padStart(2, '0')}`,
    temperatures: gridOf([
      [15, 15, 15],
      [15, 15, 15],
      [15, 15, 15 + excess],
    ]),
  }));

test.each([
  ['two days and not the one before', [6, 5, 4.9, 8], '2026-03-30'],
  ['today alone', [5, 0], '2026-03-31'],
  ['yesterday, and no more', [0, 8, 0], null],
  ['all days that there are', [6, 6, 6], '2026-03-29'],
  ['all days that are looked at, and perhaps longer', [6, 6, 6, 6, 6], null],
  ['no day that is known', [], null],
])('a cable that was hot on %s', (_, excesses, since) => {
  expect(findFirstHotDay(bin, 3, daysWith(excesses), 5)).toBe(since);
});

test('another cable that was hot says nothing of this one', () => {
  expect(findFirstHotDay(bin, 1, daysWith([8, 8, 0]), 5)).toBe(null);
});

test.each([
  ['a day', [0, 2], '2026-03-31'],
  ['a month of them after two days', [0, 1, 29], '2026-03-30'],
  ['none', [0, 1, 2], '2026-03-29'],
])('before %s without readings nobody knows of a hot day', (_, ago, since) => {
  const days = daysWith(Array.from({ length: 31 }, () => 8));
  const read = ago.flatMap((index) => days[index] ?? []);
  expect(findFirstHotDay(bin, 3, read, 62)).toBe(since);
});

test('a run over the end of a month and of a year is one', () => {
  const [day] = daysWith([8]);
  const named = ['2026-01-01', '2025-12-31', '2025-12-30'].flatMap((name) =>
    day === undefined ? [] : { ...day, day: name },
  );
  expect(findFirstHotDay(bin, 3, named, 62)).toBe('2025-12-30');
});

test('the day is the last of the hot ones before the first that is not', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (hot) => {
      const days = daysWith(hot.map((isHot) => (isHot ? 9 : 0)));
      const end = hot.indexOf(false);
      expect(findFirstHotDay(bin, 3, days, hot.length)).toBe(end > 0 ? days[end - 1]?.day : null);
    }),
  );
});
