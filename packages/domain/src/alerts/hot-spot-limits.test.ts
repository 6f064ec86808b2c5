import { expect, it } from 'vitest';
import { expectFalseHotSpots } from './hot-spot-limits.ts';

it.each([
  [0.5, 1.65],
  [1, 1.65],
  [3, 1.05],
  [4.5, 0.6],
  [5, 0.42],
  [9, 0.18],
  [10, 0.18],
  [40, 0.18],
])('a hot spot limit of %d °C has %d false alerts per 100 sensors a month', (limit, alerts) => {
  expect(expectFalseHotSpots(limit)).toBeCloseTo(alerts, 10);
});
