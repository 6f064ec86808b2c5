import { expect, test } from 'vitest';
import { HOUR, millis } from '../units.ts';
import { assessCo2, type TrackedCo2, trackCo2 } from './co2-risk.ts';

const START = millis(1_700_000_000_000);

/** The level after each of these readings, given as hours since the start and ppm. */
function trackLevels(readings: readonly (readonly [hours: number, ppm: number | null])[]) {
  let tracked: TrackedCo2 | null = null;
  return readings.map(([hours, ppm]) => {
    const at = millis(START + hours * HOUR);
    tracked = trackCo2(tracked, ppm, at);
    return assessCo2(tracked, ppm)?.level ?? null;
  });
}

test('normal air shows no risk', () => {
  expect(
    trackLevels([
      [0, 420],
      [1, 599],
      [2, null],
    ]),
  ).toEqual([null, null, null]);
});

/** The levels after hourly readings. */
function trackHourlyLevels(count: number, ppmAt: (hour: number) => number) {
  return trackLevels(Array.from({ length: count }, (_, hour) => [hour, ppmAt(hour)] as const));
}

test('rising CO2 above 600 ppm reaches the watch level within a day', () => {
  const levels = trackHourlyLevels(40, (hour) => 560 + 5 * hour);
  expect(levels.slice(0, 8).every((level) => level === null)).toBe(true);
  expect(levels.slice(24).every((level) => level === 'watch')).toBe(true);
  // This rise is slow, but still faster than the rise from mold that does not heat the grain.
  expect(trackHourlyLevels(72, (hour) => 610 + 1.5 * hour).at(-1)).toBe('watch');
});

test('a steady level with sensor noise is not a risk', () => {
  expect(trackHourlyLevels(24 * 60, (hour) => 700 + ((7_919 * hour ** 2) % 25) - 12)).not.toContain(
    'watch',
  );
});

test('a risk whose level no longer rises ends after a day', () => {
  const levels = trackHourlyLevels(100, (hour) => 600 + 8 * Math.min(hour, 30));
  expect([levels[30], levels[40], levels[99]]).toEqual(['watch', 'watch', null]);
});

test('1,000 ppm for an hour is a warning, and 1,500 is critical', () => {
  expect(
    trackLevels([
      [0, 1_100],
      [0.9, 1_100],
      [1, 1_100],
      [2, 1_600],
      [3, 1_600],
      [4, 1_300],
      [28, 1_300],
    ]),
  ).toEqual([null, null, 'warning', 'warning', 'critical', 'critical', 'warning']);
});

test('a warning ends after a day of values at least 10 % below its limit', () => {
  expect(
    trackLevels([
      [0, 1_050],
      [1, 1_050],
      [2, 950],
      [30, 905],
      [31, 430],
      [54, 430],
      [55, 430],
    ]).map((level) => level === 'warning'),
  ).toEqual([false, true, true, true, true, true, false]);
});

test('a fan that blows the CO2 out for hours does not end the risk', () => {
  const levels = trackHourlyLevels(72, (hour) => (hour % 8 < 3 ? 430 : 1_200));
  expect(levels.slice(5).every((level) => level === 'warning')).toBe(true);
});
