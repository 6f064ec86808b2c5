import { expect, it } from 'vitest';
import { estimateFalseAlerts } from './hot-spot-limits.ts';

it.each([
  [0.5, 1.24],
  [1, 1.24],
  [3, 0.79],
  [4.5, 0.445],
  [5, 0.31],
  [9, 0.13],
  [10, 0.13],
  [40, 0.13],
])(
  'a hot spot limit of %d °C causes an estimated %d false alerts per 100 sensors a month',
  (limit, alerts) => {
    expect(estimateFalseAlerts(limit)).toBeCloseTo(alerts, 10);
  },
);
