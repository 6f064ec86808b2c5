import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { calculateCo2Trend, isCo2Rising } from './co2-trend.ts';

/** Consecutive days with these lowest CO2 values; null for a day without a value. */
function toDays(values: readonly (number | null)[]) {
  const first = Temporal.PlainDate.from('2026-10-01');
  return values.map((lowestCo2, index) => ({
    day: first.add({ days: index }).toString(),
    lowestCo2,
  }));
}

test.each([
  [[420, 440, 460, 480, 500, 520, 540], 20],
  [[900, 420, 440, 460, 480, 500, 520, 540], 20],
  [[420, 440, 460, 3_000, 500, 520, 540], 20],
  [[420, null, 460, 480, null, 520, 540], 20],
  [[420, 420, 420, 420, 420], 0],
  [[500, 480, 460, 440, 420], -20],
])('the trend of %j is %d ppm a day', (values, expected) => {
  expect(calculateCo2Trend(toDays(values))).toBeCloseTo(expected, 10);
});

test('there is no trend with fewer than five values in seven days', () => {
  expect(calculateCo2Trend([])).toBeNull();
  expect(calculateCo2Trend(toDays([420, 440, 460, 480]))).toBeNull();
  expect(calculateCo2Trend(toDays([420, 440, null, 460, null, null, 480, 500]))).toBeNull();
});

test('one outlier in seven days does not change the trend', () => {
  const ppm = fc.integer({ min: 400, max: 5_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), ppm, (outlierDay, value) => {
      const values = Array.from({ length: 7 }, (_, day) =>
        day === outlierDay ? value : 420 + 30 * day,
      );
      expect(calculateCo2Trend(toDays(values))).toBeCloseTo(30, 10);
    }),
  );
});

/** Days of a bin whose CO2 is up to `noise` above 420 ppm, and then rises by `rate` for `count` days. */
function createRise(noise: number, rate: number, count: number, before = 24) {
  return toDays([
    ...Array.from({ length: before }, (_, day) => 420 + (day % 2) * noise),
    ...Array.from({ length: count }, (_, day) => 420 + rate * (day + 1)),
  ]);
}

test('CO2 counts as rising once the trend has been at its limit for four days and the last three days are 100 ppm above usual', () => {
  expect(isCo2Rising(createRise(0, 20, 7))).toBe(false);
  expect(isCo2Rising(createRise(0, 20, 8))).toBe(true);
  expect(isCo2Rising(createRise(0, 19, 12))).toBe(false);
  expect(isCo2Rising(createRise(0, 60, 5))).toBe(false);
  expect(isCo2Rising(createRise(0, 60, 6))).toBe(true);
});

test('CO2 that varies more has to rise further', () => {
  expect(isCo2Rising(createRise(0, 24, 8))).toBe(true);
  expect(isCo2Rising(createRise(100, 24, 11))).toBe(false);
  expect(isCo2Rising(createRise(100, 24, 12))).toBe(true);
});

test('CO2 does not count as rising until two weeks of values show how much it varies, or if it drops back on one day', () => {
  expect(isCo2Rising(createRise(0, 20, 8, 12))).toBe(false);
  expect(isCo2Rising(createRise(0, 20, 8, 13))).toBe(true);
  const riseWithDip = createRise(0, 30, 8).with(-2, { day: '2026-10-31', lowestCo2: 430 });
  expect(isCo2Rising(riseWithDip)).toBe(false);
});

test('CO2 that varies by less than 100 ppm never counts as rising', () => {
  const ppm = fc.integer({ min: 420, max: 519 });
  fc.assert(
    fc.property(fc.array(ppm, { minLength: 1, maxLength: 31 }), (values) => {
      expect(isCo2Rising(toDays(values))).toBe(false);
    }),
  );
});
