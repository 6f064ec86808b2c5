import { expect, test } from 'vitest';
import { testReading } from '../../test/support/readings.ts';
import { HOUR, millis } from '../units.ts';
import {
  type ConditionInputs,
  findCo2Risk,
  findHotSensors,
  NO_CONDITIONS,
  restoreConditions,
  trackConditions,
} from './conditions.ts';

const START = millis(1_700_000_000_000);
const cables = [1, 2, 3].map((cable) => ({ cable, cableId: cable, subBin: 1, flip: false }));

function createInputs(hours: number, hottest: number, overrides: Partial<ConditionInputs> = {}) {
  const temperatures = [
    [14, 14, hottest],
    [14, 14, 14],
    [14, 14, 14],
  ];
  return {
    reading: testReading(temperatures, { at: START + hours * HOUR, scalars: { co2: 1_200 } }),
    cables,
    getStatus: () => 'unmute' as const,
    fillPercent: null,
    difference: null,
    crop: null,
    ...overrides,
  };
}

test('a hot sensor is reported with its current values', () => {
  const first = trackConditions(NO_CONDITIONS, createInputs(0, 20));
  expect(findHotSensors(first, createInputs(0, 20))).toEqual([]);
  const second = trackConditions(first, createInputs(1, 21));
  expect(findHotSensors(second, createInputs(1, 21))).toEqual([
    { cable: 1, position: 3, depth: 3, temperature: 21, excess: 7 },
  ]);
  // The sensor is still reported while it is cooling, with its current temperature and difference.
  const third = trackConditions(second, createInputs(1.5, 15));
  expect(findHotSensors(third, createInputs(1.5, 15))).toEqual([
    { cable: 1, position: 3, depth: 3, temperature: 15, excess: 1 },
  ]);
});

test('a sensor that is above the grain or disabled is not reported', () => {
  const hot = [0, 1].reduce(
    (before, hours) => trackConditions(before, createInputs(hours, 21)),
    NO_CONDITIONS,
  );
  expect(findHotSensors(hot, createInputs(1, 21, { fillPercent: 10 }))).toEqual([]);
  expect(findHotSensors(hot, createInputs(1, 21, { getStatus: () => 'disable' }))).toEqual([]);
});

test("the limit is the bin's, or 5 °C by default", () => {
  const isHot = (difference: number | null) => {
    const conditions = [0, 1].reduce(
      (before, hours) => trackConditions(before, createInputs(hours, 20, { difference })),
      NO_CONDITIONS,
    );
    return findHotSensors(conditions, createInputs(1, 20)).length > 0;
  };
  expect([null, 0, 6, 6.1].map(isHot)).toEqual([true, true, true, false]);
});

test('CO2 is tracked in addition to the sensors, until the bin is empty', () => {
  const one = trackConditions(NO_CONDITIONS, createInputs(0, 14));
  const two = trackConditions(one, createInputs(1, 14));
  expect(findCo2Risk(two, createInputs(1, 14).reading)).toEqual({
    level: 'warning',
    value: 1_200,
    limit: 1_000,
  });
  const empty = createInputs(2, 14, { fillPercent: 0 });
  expect(findCo2Risk(trackConditions(two, empty), empty.reading)).toBeNull();
});

test('restores what an earlier version stored, and leaves the rest empty', () => {
  expect(restoreConditions(null)).toEqual(NO_CONDITIONS);
  expect(restoreConditions({ sensors: [], co2: null })).toEqual(NO_CONDITIONS);
});
