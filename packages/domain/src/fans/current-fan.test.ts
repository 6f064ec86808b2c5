import { expect, test } from 'vitest';
import { HOUR, MINUTE, millis } from '../units.ts';
import { toCurrentFan } from './current-fan.ts';

const now = millis(1_700_000_000_000);
const ago = (ms: number) => millis(now - ms);
const runningFan = { isRunning: true, since: ago(5 * HOUR) };
const unknownFan = { isRunning: null, since: null };

test.each([
  ['still counts as running within the hour', 59 * MINUTE, 10 * MINUTE, runningFan],
  ['is unknown after an hour if the board reports often', 61 * MINUTE, 10 * MINUTE, unknownFan],
  [
    'still counts as running within two intervals if the board reports rarely',
    2.9 * HOUR,
    1.5 * HOUR,
    runningFan,
  ],
  ['is unknown after two intervals', 3.1 * HOUR, 1.5 * HOUR, unknownFan],
])('a fan that was running %s', (_, age, usualIntervalMs, expected) => {
  expect(toCurrentFan(runningFan, { readAt: ago(age), usualIntervalMs }, now)).toEqual(expected);
});

test('a fan that just reported is known, even without a reading', () => {
  const fan = { isRunning: false, since: ago(MINUTE) };
  expect(toCurrentFan(fan, { readAt: null, usualIntervalMs: HOUR }, now)).toEqual(fan);
  expect(toCurrentFan(fan, { readAt: ago(9 * HOUR), usualIntervalMs: HOUR }, now)).toEqual(fan);
});

test('the state of a fan is unknown if its board has never reported', () => {
  const fan = { isRunning: true, since: null };
  expect(toCurrentFan(fan, { readAt: null, usualIntervalMs: HOUR }, now)).toEqual(unknownFan);
});
