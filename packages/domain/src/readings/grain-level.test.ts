import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toGrid } from '../../test/support/readings.ts';
import { NO_VALUE } from '../units.ts';
import { isUnderGrain, maskAboveGrain } from './grain-level.ts';

const rowsAndDepth = fc
  .integer({ min: 1, max: 64 })
  .chain((rows) => fc.tuple(fc.constant(rows), fc.integer({ min: 1, max: rows })));

test('all sensors are under grain if the fill level is unknown or 100 %, and none in an empty bin', () => {
  fc.assert(
    fc.property(rowsAndDepth, ([rows, depth]) => {
      expect(isUnderGrain(null, depth, rows)).toBe(true);
      expect(isUnderGrain(0, depth, rows)).toBe(false);
      expect(isUnderGrain(100, depth, rows)).toBe(true);
    }),
  );
});

test('more grain never uncovers a sensor, and a deeper sensor is covered first', () => {
  const percents = fc.tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.nat(100));
  fc.assert(
    fc.property(rowsAndDepth, percents, ([rows, depth], [percent, more]) => {
      if (!isUnderGrain(percent, depth, rows)) return;
      expect(isUnderGrain(Math.min(100, percent + more), depth, rows)).toBe(true);
      expect(isUnderGrain(percent, Math.min(rows, depth + 1), rows)).toBe(true);
    }),
  );
});

test('divides the height of the bin evenly between the sensors of the longest cable', () => {
  const listCoveredDepths = (percent: number) =>
    [1, 2, 3, 4].filter((depth) => isUnderGrain(percent, depth, 4));
  expect(listCoveredDepths(12.4)).toEqual([]);
  expect(listCoveredDepths(12.5)).toEqual([4]);
  expect(listCoveredDepths(37.5)).toEqual([3, 4]);
  expect(listCoveredDepths(87.4)).toEqual([2, 3, 4]);
  expect(listCoveredDepths(87.5)).toEqual([1, 2, 3, 4]);
});

test('removes the values of sensors above the grain, even on flipped cables', () => {
  const grid = toGrid([
    [11, 12, 13, 14],
    [21, 22, 23, 24],
  ]);
  expect([...maskAboveGrain(grid, [false, true], 50).values]).toEqual([
    NO_VALUE,
    NO_VALUE,
    1300,
    1400,
    2100,
    2200,
    NO_VALUE,
    NO_VALUE,
  ]);
  expect(maskAboveGrain(grid, [], null)).toBe(grid);
  expect([...maskAboveGrain(grid, [], 0).values]).toEqual(
    Array.from({ length: 8 }, () => NO_VALUE),
  );
});
