import { expect, test } from 'vitest';
import { HOUR, MINUTE, millis, SECOND } from '../units.ts';
import { calculateIntervalFromGaps, isOverdue } from './report-interval.ts';

test('until the first gap, the usual interval is an hour', () => {
  expect(calculateIntervalFromGaps([])).toBe(HOUR);
});

test('the usual interval is the median of the gaps', () => {
  expect(calculateIntervalFromGaps([10 * MINUTE])).toBe(10 * MINUTE);
  expect(calculateIntervalFromGaps([10, 500, 30])).toBe(30);
  expect(calculateIntervalFromGaps([10, 20, 30, 4000])).toBe(25);
});

test('only the last ten gaps count', () => {
  const old = Array(20).fill(HOUR);
  expect(calculateIntervalFromGaps([...old, ...Array(10).fill(MINUTE)])).toBe(MINUTE);
});

test('does not reorder the given gaps', () => {
  const gaps = [30, 10, 20];
  calculateIntervalFromGaps(gaps);
  expect(gaps).toEqual([30, 10, 20]);
});

test.each([
  ['ten seconds', 10 * SECOND, HOUR],
  ['thirty minutes', 30 * MINUTE, HOUR],
  ['two hours', 2 * HOUR, 4 * HOUR],
])(
  'a bin that reports every %s is overdue after two intervals, or after an hour if that is longer',
  (_name, usual, limit) => {
    const last = millis(1_000_000);
    expect(isOverdue(millis(last + limit), last, usual)).toBe(false);
    expect(isOverdue(millis(last + limit + 1), last, usual)).toBe(true);
  },
);
