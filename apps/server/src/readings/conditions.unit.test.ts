import { HOUR, MINUTE } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { updatesConditions } from './conditions.ts';

/** Counts the readings that are followed in `hours` hours of a board that reports every `interval` ms. */
function countFollowed(interval: number, hours: number): number {
  const start = Date.parse('2026-11-24T00:03:20Z');
  const instants = Array.from(
    { length: (hours * HOUR) / interval },
    (_, index) => start + index * interval,
  );
  return instants.filter((at, index) =>
    updatesConditions(instants[index - 1] ?? Number.NEGATIVE_INFINITY, at),
  ).length;
}

it('follows each reading of boards that report every ten minutes or less often', () => {
  expect(countFollowed(10 * MINUTE, 5)).toBe(30);
  expect(countFollowed(HOUR, 5)).toBe(5);
});

it('follows one reading every ten minutes of boards that report more often', () => {
  expect(countFollowed(MINUTE, 5)).toBe(31);
  expect(countFollowed(1_000, 5)).toBe(31);
});
