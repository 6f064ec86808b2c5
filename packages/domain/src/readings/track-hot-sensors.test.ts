import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE, millis } from '../units.ts';
import { type TrackedSensor, trackHotSensors } from './track-hot-sensors.ts';

const START = millis(1_700_000_000_000);

/**
 * Returns, for each reading, whether the sensor is hot after it. A reading is given as minutes since the
 * start and the excess, °C.
 */
function trackHot(readings: readonly (readonly [minutes: number, excess: number | null])[]) {
  let tracked: readonly TrackedSensor[] = [];
  return readings.map(([minutes, excess]) => {
    const compared =
      excess === null
        ? []
        : [
            {
              cable: 1,
              position: 2,
              depth: 2,
              temperature: 20 + excess,
              excess,
              localExcess: excess,
            },
          ];
    const at = millis(START + minutes * MINUTE);
    tracked = trackHotSensors(tracked, compared, { at, difference: 5 });
    return tracked.some(({ isHeld }) => isHeld);
  });
}

test('a sensor is hot once its difference has held for an hour', () => {
  const rising = [0, 10, 20, 30, 40, 50, 58, 59, 70].map((minutes) => [minutes, 5] as const);
  expect(trackHot(rising)).toEqual([...rising.slice(0, 7).map(() => false), true, true]);
});

test('the hour starts over if the sensor drops below the limit in between', () => {
  expect(
    trackHot([
      [0, 6],
      [50, 4.9],
      [60, 6],
      [110, 6],
      [120, 6],
    ]),
  ).toEqual([false, false, false, false, true]);
});

test('a board that reports less than once an hour needs two readings', () => {
  expect(
    trackHot([
      [0, 6],
      [360, 6],
      [720, 0],
      [1_080, 0],
    ]),
  ).toEqual([false, true, true, false]);
});

test('a hot sensor stays hot until it has been more than 1 °C below the limit for an hour', () => {
  expect(
    trackHot([
      [0, 6],
      [60, 6],
      [120, 4],
      [240, 4],
      [250, 3.9],
      [300, 3.9],
      [305, 4.1],
      [310, 3.9],
      [360, 3.9],
      [370, 3.9],
    ]),
  ).toEqual([false, true, true, true, true, true, true, true, true, false]);
});

test('a hot sensor without a value stays hot for an hour', () => {
  expect(
    trackHot([
      [0, 6],
      [60, 6],
      [70, null],
      [120, null],
      [130, null],
    ]),
  ).toEqual([false, true, true, true, false]);
});

const excess = fc.option(fc.integer({ min: -20, max: 120 }).map((tenths) => tenths / 10));
const anySteps = fc.array(fc.tuple(fc.integer({ min: 1, max: 180 }), excess), { maxLength: 40 });

test('a single reading never makes a sensor hot or cool', () => {
  fc.assert(
    fc.property(anySteps, (steps) => {
      let minutes = 0;
      const readings = steps.map(([gap, value]) => [(minutes += gap), value] as const);
      const hot = trackHot(readings);
      hot.forEach((isHot, index) => {
        const wasHot = hot[index - 1] ?? false;
        if (isHot === wasHot) return;
        const [now, value] = readings[index] ?? [0, null];
        const isBeyondLimit = (celsius: number | null) =>
          isHot ? (celsius ?? 0) >= 5 : (celsius ?? -1) < 4;
        expect(isBeyondLimit(value)).toBe(true);
        const recentExcesses = readings
          .filter(([at]) => at < now && now - at <= 58)
          .map(([, celsius]) => celsius);
        const last = readings[index - 1]?.[1] ?? null;
        expect([last, ...recentExcesses].every(isBeyondLimit)).toBe(true);
      });
    }),
  );
});
