import { expect, test } from 'vitest';
import { toBatteryPercent } from './battery.ts';

test.each([
  [255, 100],
  [0, 0],
  [57.5, 57.5],
  [100, 100],
  [-1, null],
  [101, null],
  [254, null],
  [Number.NaN, null],
  [null, null],
])('a battery sent as %s is at %s %%', (rawValue, percent) => {
  expect(toBatteryPercent(rawValue)).toBe(percent);
});
