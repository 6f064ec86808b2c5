import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGrid } from '../../test/support/readings.ts';
import { isUnderGrain } from './grain-level.ts';
import { summarizeGrain } from './grain-values.ts';
import { depthFromTop, type SensorStatus } from './sensors.ts';

const allEnabled = (): SensorStatus => 'unmute';

test('averages the enabled sensors under grain and finds the hottest and the wettest', () => {
  const grain = summarizeGrain({
    reading: {
      temperatures: toGrid([
        [30, 12, 13],
        [30, 11, 40],
      ]),
      humidities: toGrid([
        [95, 60, 62],
        [95, 58, 99],
      ]),
    },
    moistures: toGrid([
      [20, 13, 14],
      [20, 12, 25],
    ]),
    getStatus: (cable, position) => (cable === 2 && position === 3 ? 'disable' : 'unmute'),
    flips: [],
    fillPercent: 60,
  });
  expect(grain).toEqual({
    averageTemperature: 12,
    averageHumidity: 60,
    averageMoisture: 13,
    hottest: { cable: 1, position: 3, value: 13 },
    wettest: { cable: 1, position: 3, value: 14 },
  });
});

test('an empty bin has no grain values', () => {
  const grid = toGrid([[10, 11]]);
  expect(
    summarizeGrain({
      reading: { temperatures: grid, humidities: grid },
      moistures: grid,
      getStatus: allEnabled,
      flips: [],
      fillPercent: 0,
    }),
  ).toEqual({
    averageTemperature: null,
    averageHumidity: null,
    averageMoisture: null,
    hottest: null,
    wettest: null,
  });
});

const value = fc.option(fc.integer({ min: 0, max: 6_000 }).map((hundredths) => hundredths / 100));
const sensor = fc.record({ temperature: value, humidity: value, moisture: value, other: value });
const bin = fc.record({
  cables: fc.array(fc.array(sensor, { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 4,
  }),
  flips: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  fillPercent: fc.option(fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)),
});

test('a change in the air above the grain does not change any grain value', () => {
  fc.assert(
    fc.property(bin, ({ cables, flips, fillPercent }) => {
      const rows = Math.max(...cables.map(({ length }) => length));
      const grid = (key: 'temperature' | 'humidity' | 'moisture', isChanged: boolean) =>
        toGrid(
          cables.map((cable, column) =>
            cable.map((values, index) => {
              const depth = depthFromTop(index + 1, cable.length, flips[column] ?? false);
              const isAir = !isUnderGrain(fillPercent, depth, rows);
              return isAir && isChanged ? values.other : values[key];
            }),
          ),
        );
      const [before, after] = [false, true].map((isChanged) =>
        summarizeGrain({
          reading: {
            temperatures: grid('temperature', isChanged),
            humidities: grid('humidity', isChanged),
          },
          moistures: grid('moisture', isChanged),
          getStatus: allEnabled,
          flips,
          fillPercent,
        }),
      );
      expect(after).toEqual(before);
    }),
  );
});
