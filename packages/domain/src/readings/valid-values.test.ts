import { expect, test } from 'vitest';
import { toValidHumidity, toValidTemperature } from './valid-values.ts';

test.each([-50, -0.5, 0, 84.99])('%d °C is a valid temperature', (value) => {
  expect(toValidTemperature(value)).toBe(value);
});

test.each([null, undefined, '20', Number.NaN, Number.POSITIVE_INFINITY, -200, -50.01, 85, 85.01])(
  '%s is not a valid temperature',
  (value) => {
    expect(toValidTemperature(value)).toBeNull();
  },
);

test.each([0, 55.5, 100])('%d %% is a valid humidity', (value) => {
  expect(toValidHumidity(value)).toBe(value);
});

test.each([null, undefined, '55', Number.NaN, -0.01, 100.01, 255])(
  '%s is not a valid humidity',
  (value) => {
    expect(toValidHumidity(value)).toBeNull();
  },
);
