import { expect, test } from 'vitest';
import { type ScalarName, scalarNames, scalars, toScalars } from './scalars.ts';

const createScalars = (values: Partial<Record<ScalarName, number | null>>) =>
  toScalars((name) => values[name]);

test("each column has its scalar's name in snake case, as the database derives it", () => {
  for (const name of scalarNames) {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(scalars[name].column).toBe(snake);
  }
});

test('only a daily value has a series in the chart', () => {
  for (const name of scalarNames) {
    const { isDaily, seriesOrder } = scalars[name];
    expect(isDaily || seriesOrder === null).toBe(true);
  }
});

test('a value that was not sent is null', () => {
  expect(new Set(Object.values(createScalars({})))).toEqual(new Set([null]));
  expect(Object.keys(createScalars({}))).toEqual(scalarNames);
});

test.each([
  ['levelMm', 2150.6, 2151],
  ['co2', 460.4, 460],
  ['battery', 255, 100],
  ['windSpeed', 3.456, 3.46],
  ['windPressure', -12.345, -12.34],
  ['ambientTemperature', -0.126, -0.13],
  ['pressureX1', 12, 12],
] as const)('%s of %d is stored as %d', (name, value, stored) => {
  expect(createScalars({ [name]: value })[name]).toBe(stored);
});

test.each([
  ['levelMm', -1],
  ['co2', 100_001],
  ['windSpeed', 200.1],
  ['windPressure', -100_001],
  ['windTemperature', 85],
  ['ambientHumidity', 100.5],
  ['pressureX2', 65],
  ['battery', 101],
] as const)('%s of %d is not a valid measurement', (name, value) => {
  expect(createScalars({ [name]: value })[name]).toBeNull();
});
