import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateCo2Trend } from './co2-trend.ts';

/** The lowest CO2 of days in a row; null is a day without a value. */
function toDays(values: readonly (number | null)[]) {
  return values.map((lowestCo2, index) => ({
    day: `2026-10-${String(index + 1).padStart(2, '0')}`,
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

test('one day of seven moves the trend no further than the other days do', () => {
  const ppm = fc.integer({ min: 400, max: 5_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), ppm, (odd, value) => {
      const values = Array.from({ length: 7 }, (_, day) => (day === odd ? value : 420 + 30 * day));
      expect(calculateCo2Trend(toDays(values))).toBeCloseTo(30, 10);
    }),
  );
});
