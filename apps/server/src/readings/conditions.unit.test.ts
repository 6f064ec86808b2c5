import { HOUR, MINUTE } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { updatesConditions } from './conditions.ts';

/**
 * Counts the readings that update the conditions in `hours` hours, for a board that reports every `interval`
 * ms.
 */
function countUpdates(interval: number, hours: number): number {
  const start = Date.parse('2026-11-24T00:03:20Z');
  const times = Array.from(
    { length: (hours * HOUR) / interval },
    (_, index) => start + index * interval,
  );
  return times.filter((at, index) =>
    updatesConditions(times[index - 1] ?? Number.NEGATIVE_INFINITY, at),
  ).length;
}

it('updates the conditions with each reading from boards that report every ten minutes or less often', () => {
  expect(countUpdates(10 * MINUTE, 5)).toBe(30);
  expect(countUpdates(HOUR, 5)).toBe(5);
});

it('updates the conditions with one reading every ten minutes from boards that report more often', () => {
  expect(countUpdates(MINUTE, 5)).toBe(31);
  expect(countUpdates(1_000, 5)).toBe(31);
});
