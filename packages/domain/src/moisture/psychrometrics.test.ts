import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateDewPoint, calculateSaturationPressure } from './psychrometrics.ts';

test.each([
  [25, 31.597],
  [20, 23.333],
  [10, 12.265],
  [30, 42.307],
  [0, 6.108],
  [-10, 2.861],
])('the saturation pressure at %d °C is %d hPa', (t, magnus) => {
  expect(calculateSaturationPressure(t)).toBeCloseTo(magnus, 2);
});

test.each([
  [25, 50, 13.84],
  [25, 70, 19.14],
  [20, 60, 11.99],
  [10, 60, 2.59],
  [30, 80, 26.16],
  [0, 80, -3.03],
  [-10, 80, -12.78],
])('air at %d °C and %d %% relative humidity has a dew point of %d °C', (t, rh, dew) => {
  expect(calculateDewPoint(t, rh)).toBeCloseTo(dew, 2);
});

test('air without moisture has no dew point', () => {
  expect(calculateDewPoint(20, 0)).toBeNull();
  expect(calculateDewPoint(20, -1)).toBeNull();
  expect(calculateDewPoint(20, Number.NaN)).toBeNull();
});

test('air is saturated at its dew point', () => {
  const temperature = fc.double({ min: -40, max: 60, noNaN: true });
  const humidity = fc.double({ min: 1, max: 100, noNaN: true });
  fc.assert(
    fc.property(temperature, humidity, (t, rh) => {
      const dewPoint = calculateDewPoint(t, rh) as number;
      expect(dewPoint).toBeLessThanOrEqual(t + 1e-9);
      const vaporPressure = (calculateSaturationPressure(t) * rh) / 100;
      expect(calculateSaturationPressure(dewPoint) / vaporPressure).toBeCloseTo(1, 9);
    }),
  );
});
