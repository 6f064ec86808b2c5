import { expect, test } from 'vitest';
import { testReading, toGrid } from '../../test/support/readings.ts';
import type { GetStatus } from './sensors.ts';
import {
  averageHumidity,
  averageTemperature,
  findColdest,
  findHottest,
  findWettest,
} from './statistics.ts';

const getEnabled: GetStatus = () => 'unmute';
const disableHottest: GetStatus = (cable, position) =>
  cable === 2 && position === 1 ? 'disable' : 'unmute';

const reading = testReading(
  [
    [-4.25, null, 10],
    [31.5, 12],
  ],
  {
    humidities: [
      [60, 70, null],
      [50, null],
    ],
  },
);

test('the hottest and coldest values are returned with their sensors', () => {
  expect(findHottest(reading, getEnabled)).toEqual({ cable: 2, position: 1, value: 31.5 });
  expect(findColdest(reading, getEnabled)).toEqual({ cable: 1, position: 1, value: -4.25 });
});

test('the first of several sensors with the same value is returned', () => {
  const equal = testReading([[5, 7], [7]]);
  expect(findHottest(equal, getEnabled)).toEqual({ cable: 1, position: 2, value: 7 });
});

test('averages leave out sensors without a value', () => {
  expect(averageTemperature(reading, getEnabled)).toBeCloseTo((-4.25 + 10 + 31.5 + 12) / 4, 10);
  expect(averageHumidity(reading, getEnabled)).toBe(60);
});

test('a disabled sensor never counts', () => {
  expect(findHottest(reading, disableHottest)).toEqual({ cable: 2, position: 2, value: 12 });
  expect(averageTemperature(reading, disableHottest)).toBeCloseTo((-4.25 + 10 + 12) / 3, 10);
  expect(averageHumidity(reading, disableHottest)).toBe(65);
});

test('a muted sensor counts', () => {
  expect(findHottest(reading, () => 'mute')?.value).toBe(31.5);
  expect(averageHumidity(reading, () => 'mute')).toBe(60);
});

test('there are no statistics without values', () => {
  for (const empty of [testReading([]), testReading([[null, null]])]) {
    expect(findHottest(empty, getEnabled)).toBeNull();
    expect(findColdest(empty, getEnabled)).toBeNull();
    expect(averageTemperature(empty, getEnabled)).toBeNull();
    expect(averageHumidity(empty, getEnabled)).toBeNull();
  }
  expect(findHottest(reading, () => 'disable')).toBeNull();
});

test('the wettest sensor is found in a moisture grid', () => {
  expect(findWettest(toGrid([[12.1, null], [14.9]]), getEnabled)).toEqual({
    cable: 2,
    position: 1,
    value: 14.9,
  });
});
