import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  differenceToCelsius,
  differenceToFahrenheit,
  fromHundredths,
  NO_VALUE,
  toCelsius,
  toFahrenheit,
  toHundredths,
} from './units.ts';

describe('a temperature', () => {
  it.each([
    [-40, -40],
    [0, 32],
    [20, 68],
    [25, 77],
    [30, 86],
    [35, 95],
    [40, 104],
    [100, 212],
  ])('of %d °C is %d °F', (celsius, fahrenheit) => {
    expect(toFahrenheit(celsius)).toBeCloseTo(fahrenheit, 10);
    expect(toCelsius(fahrenheit)).toBeCloseTo(celsius, 10);
  });

  it('converts to °F and back; a difference has no offset', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 8_500 }), (hundredths) => {
        const celsius = hundredths / 100;
        expect(toCelsius(toFahrenheit(celsius))).toBeCloseTo(celsius, 9);
        expect(differenceToFahrenheit(celsius)).toBeCloseTo(toFahrenheit(celsius) - 32, 9);
        expect(differenceToCelsius(differenceToFahrenheit(celsius))).toBeCloseTo(celsius, 9);
      }),
    );
  });
});

describe('a measurement', () => {
  it('is stored in hundredths, and null is stored as NO_VALUE', () => {
    fc.assert(
      fc.property(fc.integer({ min: -32_767, max: 32_767 }), (hundredths) => {
        expect(toHundredths(fromHundredths(hundredths))).toBe(hundredths);
      }),
    );
    expect(toHundredths(null)).toBe(NO_VALUE);
    expect(fromHundredths(NO_VALUE)).toBeNull();
  });
});
