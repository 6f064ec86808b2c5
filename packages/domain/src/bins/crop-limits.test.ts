import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropNames } from '../moisture/crops.ts';
import { toFahrenheit } from '../units.ts';
import {
  compareToMoistureLimits,
  compareToTemperatureLimit,
  findTemperatureBand,
  getCropLimits,
} from './crop-limits.ts';

/** The crops with the same temperature and moisture limits as wheat. */
const wheatLikeCrops = [
  'Wheat',
  'Hard Red Winter Wheat',
  'Durum Wheat',
  'Hard Red Spring Wheat',
  'Lentils',
  'Red Lentils',
  'Soybeans',
  'Sunflower Hulls',
  'Sunflower Kernels',
  'Sunflower Seeds',
  'Corn',
  'Rice Long Grain USA',
  'Sorghum USA',
  'Soybean USA',
  'Wheat Durum USA',
];
const cropsWithLimits = [
  ...wheatLikeCrops.map((crop) => [crop, 0, 28, 10, 18] as const),
  ['Oats', 0, 21, 8, 17],
  ['Barley', 5, 20, 10, 18],
  ['Canola', 10, 50, 7, 12],
  ['Flax', 5, 32, 6, 13],
  ['Peas', 5, 42, 10, 19],
] as const;

test.each([
  ...cropsWithLimits,
  ['Quinoa', 0, 100, 0, 100] as const,
  [null, 0, 100, 0, 100] as const,
])('%s has limits of %d to %d °C and %d to %d %%', (crop, tMin, tMax, mMin, mMax) => {
  expect(getCropLimits(crop)).toEqual({
    temperature: { min: tMin, max: tMax },
    moisture: { min: mMin, max: mMax },
  });
});

test('the limits cover all built-in crops', () => {
  expect(cropsWithLimits.map(([crop]) => crop).sort()).toEqual([...cropNames].sort());
});

test.each(cropsWithLimits)(
  '%s is too hot at its maximum temperature, and too wet or too dry outside its moisture limits',
  (crop, ...limits) => {
    const [, hot, dry, moist] = limits;
    expect(compareToTemperatureLimit(hot - 0.01, crop)).toBe('below');
    expect(compareToTemperatureLimit(hot, crop)).toBe('at-or-above');
    expect(
      [dry - 0.01, dry, moist, moist + 0.01].map((m) => compareToMoistureLimits(m, crop)),
    ).toEqual(['below', 'within', 'within', 'above']);
  },
);

test('a temperature equal to the maximum counts as at or above the limit', () => {
  expect(compareToTemperatureLimit(27.99, 'Wheat')).toBe('below');
  expect(compareToTemperatureLimit(28, 'Wheat')).toBe('at-or-above');
});

test('a comparison in °F gives the same result', () => {
  const hundredths = fc.integer({ min: -5_000, max: 10_500 });
  fc.assert(
    fc.property(fc.constantFrom(...cropNames, null), hundredths, (crop, hundredth) => {
      const { max } = getCropLimits(crop).temperature;
      const isAtOrAbove = compareToTemperatureLimit(hundredth / 100, crop) === 'at-or-above';
      expect(isAtOrAbove).toBe(toFahrenheit(hundredth / 100) >= toFahrenheit(max));
    }),
  );
});

test('a moisture equal to a limit is within the limits', () => {
  expect(compareToMoistureLimits(9.99, 'Wheat')).toBe('below');
  expect(compareToMoistureLimits(10, 'Wheat')).toBe('within');
  expect(compareToMoistureLimits(18, 'Wheat')).toBe('within');
  expect(compareToMoistureLimits(18.01, 'Wheat')).toBe('above');
});

test.each([
  [-40, 0],
  [19.99, 0],
  [20, 1],
  [24.99, 1],
  [25, 2],
  [30, 3],
  [35, 4],
  [39.99, 4],
  [40, 5],
  [80, 5],
])('%d °C is in band %d', (temperature, band) => {
  expect(findTemperatureBand(temperature)).toBe(band);
});
