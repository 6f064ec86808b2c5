import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testReading, toGrid } from '../../test/support/readings.ts';
import { NO_VALUE } from '../units.ts';
import { type DayReading, getExtremesPerCable, mergeDayRollups, rollUpDay } from './day-rollup.ts';

const cell = fc.option(fc.integer({ min: -5000, max: 8500 }).map((value) => value / 100));
const sensor = fc.tuple(cell, cell, cell);
const cables = fc.array(fc.array(sensor, { maxLength: 6 }), { maxLength: 8 });
const sample: fc.Arbitrary<DayReading> = fc
  .tuple(cables, fc.integer({ min: 0, max: 86_400_000 }))
  .map(([sensors, at]) => {
    const pick = (part: 0 | 1 | 2) => sensors.map((cable) => cable.map((values) => values[part]));
    return {
      reading: testReading(pick(0), { at, humidities: pick(1) }),
      moisture: toGrid(pick(2)).values,
    };
  });
const samples = fc.array(sample, { minLength: 1, maxLength: 6 });
const anyDay = samples.map(rollUpDay);

/** The values of one sensor over the samples; cable and position are counted from 0. */
function listValues(all: readonly DayReading[], cable: number, position: number): number[] {
  return all.flatMap(({ reading: { temperatures } }) => {
    const length = temperatures.lengths[cable] ?? 0;
    const start = temperatures.lengths.slice(0, cable).reduce((sum, n) => sum + n, 0);
    const value = position < length ? temperatures.values[start + position] : NO_VALUE;
    return value === undefined || value === NO_VALUE ? [] : [value];
  });
}

test('the rollup of one reading equals that reading', () => {
  const day = rollUpDay([
    {
      reading: testReading([[1, 2], [3]], { at: 5, humidities: [[50, null], [60]] }),
      moisture: toGrid([[12, null], [13]]).values,
    },
  ]);
  expect(day).toMatchObject({ readings: 1, firstAt: 5, lastAt: 5, lengths: [2, 1] });
  expect([...day.tempMin]).toEqual([100, 200, 300]);
  expect([...day.humMax]).toEqual([5000, NO_VALUE, 6000]);
  expect([...day.moistMin]).toEqual([1200, NO_VALUE, 1300]);
});

test('a cable that gains sensors keeps the earlier values', () => {
  const day = rollUpDay([
    { reading: testReading([[1], [5]], { at: 2 }), moisture: toGrid([[10], [11]]).values },
    {
      reading: testReading([[0, 7], [6], [9]], { at: 1 }),
      moisture: toGrid([[12, 13], [null], [14]]).values,
    },
  ]);
  expect(day).toMatchObject({ readings: 2, firstAt: 1, lastAt: 2, lengths: [2, 1, 1] });
  expect([...day.tempMin]).toEqual([0, 700, 500, 900]);
  expect([...day.tempMax]).toEqual([100, 700, 600, 900]);
  expect([...day.moistMax]).toEqual([1200, 1300, 1100, 1400]);
});

test('does not change the readings', () => {
  const reading = testReading([[1]]);
  const others = [testReading([[9]]), testReading([[-9]])];
  const moisture = toGrid([[10]]).values;
  rollUpDay([reading, ...others].map((each) => ({ reading: each, moisture })));
  expect([...reading.temperatures.values]).toEqual([100]);
  expect([...moisture]).toEqual([1000]);
});

test('rejects a day without a reading', () => {
  expect(() => rollUpDay([])).toThrow(RangeError);
});

describe('any readings of a day', () => {
  test('produce the same rollup in any order', () => {
    const shuffled = samples.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(rollUpDay(other)).toEqual(rollUpDay(all));
      }),
    );
  });

  test('give each sensor its minimum and maximum', () => {
    fc.assert(
      fc.property(samples, (all) => {
        const day = rollUpDay(all);
        let index = 0;
        for (const [cable, length] of day.lengths.entries()) {
          for (let position = 0; position < length; position++, index++) {
            const values = listValues(all, cable, position);
            expect(day.tempMin[index]).toBe(values.length ? Math.min(...values) : NO_VALUE);
            expect(day.tempMax[index]).toBe(values.length ? Math.max(...values) : NO_VALUE);
          }
        }
        expect(day.tempMin.length).toBe(index);
      }),
    );
  });

  test('merge commutatively and associatively', () => {
    fc.assert(
      fc.property(anyDay, anyDay, anyDay, (a, b, c) => {
        expect(mergeDayRollups(a, b)).toEqual(mergeDayRollups(b, a));
        expect(mergeDayRollups(mergeDayRollups(a, b), c)).toEqual(
          mergeDayRollups(a, mergeDayRollups(b, c)),
        );
      }),
    );
  });

  test('produce the same rollup when merged from two parts', () => {
    fc.assert(
      fc.property(samples, samples, (one, other) => {
        expect(mergeDayRollups(rollUpDay(one), rollUpDay(other))).toEqual(
          rollUpDay([...one, ...other]),
        );
      }),
    );
  });
});

test('returns the minimum and maximum of each cable in arrays of eight', () => {
  const day = rollUpDay([
    {
      reading: testReading([[1, null, 3], [null], [], [-5]]),
      moisture: toGrid([[10, 11, 12], [null], [], [9]]).values,
    },
    {
      reading: testReading([[4, null, 2], [null], [], [-6]]),
      moisture: toGrid([[10, 8, 12], [null], [], [9]]).values,
    },
  ]);
  const none = NO_VALUE;
  const extremes = getExtremesPerCable(day);
  expect([...extremes.tempMin]).toEqual([100, none, none, -600, none, none, none, none]);
  expect([...extremes.tempMax]).toEqual([400, none, none, -500, none, none, none, none]);
  expect([...extremes.moistMin]).toEqual([800, none, none, 900, none, none, none, none]);
  expect([...extremes.moistMax]).toEqual([1200, none, none, 900, none, none, none, none]);
  expect([...extremes.humMin]).toEqual(Array(8).fill(none));
  expect([...extremes.humMax]).toEqual(Array(8).fill(none));
});
