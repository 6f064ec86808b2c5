import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestCables } from '../../test/support/alerts.ts';
import { testReading, toGrid } from '../../test/support/readings.ts';
import { calculateDayMeans, type DayMeansReading } from './day-means.ts';

const DATE = '2026-11-23';

function createReading(
  temperatures: readonly (readonly (number | null)[])[],
  options: {
    co2?: number;
    fill?: number;
    fan?: boolean;
    moistures?: readonly (readonly (number | null)[])[];
  } = {},
): DayMeansReading {
  return {
    reading: testReading(temperatures, { scalars: { co2: options.co2 ?? null } }),
    moistures: toGrid(options.moistures ?? temperatures.map((cable) => cable.map(() => null)))
      .values,
    fillPercent: options.fill ?? null,
    isFanRunning: options.fan ?? null,
  };
}

test('a mean includes all readings with a value; a fan-off mean leaves out those with the fan on', () => {
  const day = calculateDayMeans(
    DATE,
    [
      createReading([[10, null], [5]], { co2: 900 }),
      createReading([[20, 7], [null]], { co2: 800, fan: false }),
      createReading([[60, 9], [5]], { co2: 400, fan: true }),
    ],
    createTestCables(2),
  );
  expect(day).toEqual({
    day: DATE,
    readings: 3,
    means: toGrid([[30, 8], [5]]),
    fanOffMeans: toGrid([[15, 7], [5]]),
    moistures: toGrid([[null, null], [null]]),
    lowestCo2: 800,
    lowestFill: null,
  });
});

test('a day without readings has no means', () => {
  expect(calculateDayMeans(DATE, [], [])).toEqual({
    day: DATE,
    readings: 0,
    means: toGrid([]),
    fanOffMeans: toGrid([]),
    moistures: toGrid([]),
    lowestCo2: null,
    lowestFill: null,
  });
});

test('only sensors under grain at the time have a mean', () => {
  const readings = [
    createReading([[30, 10]], { fill: 100 }),
    createReading([[40, 20]], { fill: 50 }),
    createReading([[50, 60]], { fill: 0 }),
  ];
  expect(calculateDayMeans(DATE, readings, createTestCables(1)).means).toEqual(toGrid([[30, 15]]));
  const flipped = [{ cable: 1, cableId: 1, subBin: 1, flip: true }];
  expect(calculateDayMeans(DATE, readings, flipped).means).toEqual(toGrid([[35, 10]]));
});

test('a broken cable with sensor 1 at the bottom keeps the depths of its other sensors', () => {
  const flipped = [{ cable: 1, cableId: 1, subBin: 1, flip: true }];
  const intact = createReading([[30, 28, 10, 10]], { fill: 50 });
  const broken = createReading([[32, 30]], { fill: 50 });
  const calculateMeans = (...args: Parameters<typeof calculateDayMeans>) =>
    calculateDayMeans(...args).means;
  expect(calculateMeans(DATE, [intact, broken], flipped)).toEqual(toGrid([[31, 29, null, null]]));
  expect(calculateMeans(DATE, [broken], flipped, [4])).toEqual(toGrid([[32, 30, null, null]]));
});

test('mean moisture includes only sensors under grain while the fan is off', () => {
  const moistures = [[14, 15.5]];
  const { moistures: means } = calculateDayMeans(
    DATE,
    [
      createReading([[10, 10]], { fill: 60, moistures }),
      createReading([[10, 10]], { fill: 100, moistures: [[15, 16.5]] }),
      createReading([[10, 10]], { fill: 100, fan: true, moistures: [[9, 9]] }),
    ],
    createTestCables(1),
  );
  expect(means).toEqual(toGrid([[15, 16]]));
});

test.each([
  ['a single false echo', [80, 0, 80, 79], 79],
  ['a low level in two consecutive readings', [80, 1, 0, 79], 1],
  ['the only level', [1], 1],
  ['two levels', [0, 90], 90],
])('finds the lowest fill level of a day with %s', (_name, levels, lowest) => {
  const readings = levels.map((fill) => createReading([[10]], { fill }));
  expect(calculateDayMeans(DATE, readings, createTestCables(1)).lowestFill).toBe(lowest);
});

test('a cable that gains a sensor during the day has means for both sensors', () => {
  const readings = [createReading([[10]]), createReading([[20, 30], [40]])];
  expect(calculateDayMeans(DATE, readings, createTestCables(2)).means).toEqual(
    toGrid([[15, 30], [40]]),
  );
});

test('the order of readings, oldest or newest first, does not matter', () => {
  const cell = fc.option(fc.integer({ min: -4_000, max: 8_000 }).map((value) => value / 100));
  const anyReading = fc.record({
    cells: fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 3 }),
    fill: fc.integer({ min: 0, max: 100 }),
    fan: fc.boolean(),
    co2: fc.integer({ min: 400, max: 2_000 }),
  });
  fc.assert(
    fc.property(fc.array(anyReading, { maxLength: 8 }), (all) => {
      const readings = all.map(({ cells, ...parts }) => createReading(cells, parts));
      const cables = createTestCables(3);
      expect(calculateDayMeans(DATE, readings.toReversed(), cables)).toEqual(
        calculateDayMeans(DATE, readings, cables),
      );
    }),
  );
});
