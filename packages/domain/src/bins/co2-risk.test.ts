import { expect, test } from 'vitest';
import { HOUR, millis } from '../units.ts';
import { assessCo2, type TrackedCo2, trackCo2 } from './co2-risk.ts';

const START = millis(1_700_000_000_000);

/** The level after each of some readings: hours since the start, and ppm. */
function follow(readings: readonly (readonly [hours: number, ppm: number | null])[]) {
  let tracked: TrackedCo2 | null = null;
  return readings.map(([hours, ppm]) => {
    const at = millis(START + hours * HOUR);
    tracked = trackCo2(tracked, ppm, at);
    return assessCo2(tracked, ppm, at)?.level ?? null;
  });
}

test('normal air shows no risk', () => {
  expect(
    follow([
      [0, 420],
      [1, 599],
      [2, null],
    ]),
  ).toEqual([null, null, null]);
});

test('600 ppm and rising for an hour is watch', () => {
  expect(
    follow([
      [0, 500],
      [1, 610],
      [1.5, 620],
      [2, 640],
    ]),
  ).toEqual([null, null, null, 'watch']);
});

test('a level that no longer rises is not', () => {
  const steady = Array.from({ length: 60 }, (_, hours) => [hours, 700] as const);
  const levels = follow(steady);
  expect(levels[12]).toBe('watch');
  expect(levels[40]).toBe(null);
  const rising = steady.map(([hours, ppm]) => [hours, ppm + 2 * hours] as const);
  expect(follow(rising)[50]).toBe('watch');
});

test('1,000 ppm for an hour is a warning, and 1,500 is critical', () => {
  expect(
    follow([
      [0, 1_100],
      [0.9, 1_100],
      [1, 1_100],
      [2, 1_600],
      [3, 1_600],
      [4, 1_300],
    ]),
  ).toEqual([null, null, 'warning', 'warning', 'critical', 'warning']);
});

test('a level ends 10 % below its limit, not at it', () => {
  expect(
    follow([
      [0, 1_050],
      [1, 1_050],
      [2, 950],
      [3, 1_010],
      [4, 899],
    ]).map((level) => level === 'warning'),
  ).toEqual([false, true, true, true, false]);
});
