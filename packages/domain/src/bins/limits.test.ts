import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropNames } from '../moisture/crops.ts';
import { toFahrenheit } from '../units.ts';
import { cropLimits, moistureVerdict, temperatureBand, temperatureVerdict } from './limits.ts';

test.each([
  ['Oats', 0, 21, 8, 17],
  ['Barley', 5, 20, 10, 18],
  ['Canola', 10, 50, 7, 12],
  ['Flax', 5, 32, 6, 13],
  ['Peas', 5, 42, 10, 19],
  ['Corn', 0, 28, 10, 18],
  ['Quinoa', 0, 100, 0, 100],
  [null, 0, 100, 0, 100],
])('%s is limited to %d to %d °C and %d to %d %%', (crop, tMin, tMax, mMin, mMax) => {
  expect(cropLimits(crop)).toEqual({
    temperature: { min: tMin, max: tMax },
    moisture: { min: mMin, max: mMax },
  });
});

test('all other known crops have the limits of wheat', () => {
  const own = ['Oats', 'Barley', 'Canola', 'Flax', 'Peas'];
  for (const crop of cropNames.filter((name) => !own.includes(name))) {
    expect(cropLimits(crop)).toEqual(cropLimits('Wheat'));
  }
});

test('the maximum itself is at or above', () => {
  expect(temperatureVerdict(27.99, 'Wheat')).toBe('below');
  expect(temperatureVerdict(28, 'Wheat')).toBe('at-or-above');
});

test('a maximum in °F is that in °C times 1.8 and 32', () => {
  const hundredths = fc.integer({ min: -5_000, max: 10_500 });
  fc.assert(
    fc.property(fc.constantFrom(...cropNames, null), hundredths, (crop, hundredth) => {
      const { max } = cropLimits(crop).temperature;
      const isRed = temperatureVerdict(hundredth / 100, crop) === 'at-or-above';
      expect(isRed).toBe(toFahrenheit(hundredth / 100) >= toFahrenheit(max));
    }),
  );
});

test('the limits of moisture are within', () => {
  expect(moistureVerdict(9.99, 'Wheat')).toBe('below');
  expect(moistureVerdict(10, 'Wheat')).toBe('within');
  expect(moistureVerdict(18, 'Wheat')).toBe('within');
  expect(moistureVerdict(18.01, 'Wheat')).toBe('above');
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
  expect(temperatureBand(temperature)).toBe(band);
});
