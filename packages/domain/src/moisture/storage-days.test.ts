import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCelsius } from '../units.ts';
import { calculateStorageDays, findStorageCrop } from './storage-days.ts';

/** Days at 30, 40, 50, 60, 70 and 80 °F; null means more than 300 days (NDSU, Hellevang 2019). */
const cereal: readonly (readonly [moisture: number, days: readonly (number | null)[]])[] = [
  [14, [null, null, null, null, 200, 140]],
  [15, [null, null, null, 240, 125, 70]],
  [16, [null, null, 230, 120, 70, 40]],
  [17, [null, 280, 130, 75, 45, 20]],
  [18, [null, 200, 90, 50, 30, 15]],
  [19, [null, 140, 70, 35, 20, 10]],
  [20, [null, 90, 50, 25, 14, 7]],
  [22, [190, 60, 30, 15, 8, 3]],
  [24, [130, 40, 15, 10, 6, 2]],
  [26, [90, 35, 12, 8, 5, 2]],
  [28, [70, 30, 10, 7, 4, 2]],
  [30, [60, 25, 5, 5, 3, 1]],
];

describe('allowable storage time', () => {
  it.each(cereal)(
    'for cereals and soybeans is the published time at %d %% moisture',
    (moisture, row) => {
      for (const [column, published] of row.entries()) {
        const celsius = toCelsius(30 + 10 * column);
        for (const days of [
          calculateStorageDays('cereal', celsius, moisture),
          calculateStorageDays('soybean', celsius, moisture - 3),
        ]) {
          if (published === null) expect(days).toBeGreaterThan(299.99);
          else expect(days).toBeCloseTo(published, 8);
        }
      }
    },
  );

  // Midwest Agsystems, °F and days.
  it.each([
    [13, 40, 4500],
    [13, 60, 1410],
    [13, 80, 450],
    [14, 50, 1020],
    [14, 70, 330],
    [15, 40, 864],
    [15, 60, 225],
    [15, 80, 69],
    [16, 40, 763],
    [16, 50, 339],
    [16, 60, 151],
    [16, 70, 85],
    [16, 80, 47],
    [18, 40, 291],
    [18, 50, 130],
    [18, 60, 58],
    [18, 70, 32],
    [18, 80, 18],
    [20, 40, 144],
    [20, 50, 64],
    [20, 60, 29],
    [20, 70, 16],
    [20, 80, 9],
    [22, 40, 85],
    [22, 60, 17],
    [22, 80, 6],
    [24, 50, 26],
    [24, 70, 7],
    [28, 40, 33],
    [28, 50, 15],
    [28, 60, 7],
    [28, 70, 4],
    [28, 80, 3],
  ])('for corn at %d %% moisture and %d °F is %d days', (moisture, fahrenheit, published) => {
    const days = calculateStorageDays('corn', toCelsius(fahrenheit), moisture);
    // The result is within 1 % of the published value, or within its rounding to whole days.
    expect(Math.abs(days - published)).toBeLessThanOrEqual(Math.max(0.5, published * 0.01));
  });

  it.each([
    [17, 60, 88, 2],
    [19, 60, 39, 1],
  ])(
    'for corn at %d %% moisture and %d °F is close to the %d days published by the University of Arkansas',
    (moisture, f, days, tolerance) => {
      const calculated = calculateStorageDays('corn', toCelsius(f), moisture);
      expect(Math.abs(calculated - days)).toBeLessThanOrEqual(tolerance);
    },
  );

  it.each(['cereal', 'corn', 'soybean'] as const)(
    'for %s is never longer when the grain is warmer or wetter',
    (crop) => {
      const celsius = fc.double({ min: -40, max: 60, noNaN: true });
      const moisture = fc.double({ min: 5, max: 40, noNaN: true });
      const step = fc.double({ min: 0, max: 20, noNaN: true });
      fc.assert(
        fc.property(celsius, moisture, step, step, (t, m, warmer, wetter) => {
          const days = calculateStorageDays(crop, t, m);
          const worse = calculateStorageDays(crop, t + warmer, m + wetter);
          expect(days).toBeGreaterThan(0);
          // The branches of the formula for corn meet within 0.02 %.
          expect(worse).toBeLessThanOrEqual(days * 1.0002);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('halves for each 10 °F above the range of the table, and doubles for each 10 °F below it', () => {
    const [warm, hot] = [80, 90].map((f) => calculateStorageDays('cereal', toCelsius(f), 16));
    expect(hot).toBeCloseTo((warm ?? 0) / 2, 8);
    const [cold, frozen] = [30, 20].map((f) => calculateStorageDays('cereal', toCelsius(f), 24));
    expect(frozen).toBeCloseTo((cold ?? 0) * 2, 8);
  });
});

it.each([
  ['Corn', 'corn'],
  ['Hard Red Spring Wheat', 'cereal'],
  ['Wheat Durum USA', 'cereal'],
  ['Barley', 'cereal'],
  ['Oats', 'cereal'],
  ['Sorghum USA', 'cereal'],
  ['Soybean USA', 'soybean'],
  ['Canola', null],
  ['Peas', null],
  ['Rice Long Grain USA', null],
  ['Custom rye', null],
  [null, null],
])('the storage time of %s is that of %s', (crop, expected) => {
  expect(findStorageCrop(crop)).toBe(expected);
});
