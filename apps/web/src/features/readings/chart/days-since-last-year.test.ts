import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { countDaysSinceLastYear } from './days-since-last-year.ts';

it.each([
  ['2026-11-27T23:59:00Z', 365],
  ['2028-02-28T12:00:00Z', 365],
  ['2028-02-29T12:00:00Z', 365],
  ['2028-03-01T12:00:00Z', 366],
  ['2029-03-01T00:00:00Z', 365],
])('counts the days from the same date last year to %s', (at, days) => {
  expect(countDaysSinceLastYear(millis(Date.parse(at)))).toBe(days);
});
