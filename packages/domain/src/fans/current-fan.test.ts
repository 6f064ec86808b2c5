import { expect, test } from 'vitest';
import { HOUR, MINUTE, millis } from '../units.ts';
import { toCurrentFan } from './current-fan.ts';

const now = millis(1_700_000_000_000);
const ago = (ms: number) => millis(now - ms);
const running = { running: true, since: ago(5 * HOUR) };
const unknown = { running: null, since: null };

test.each([
  ['within the hour', 59 * MINUTE, 10 * MINUTE, running],
  ['after the hour of a board that reports often', 61 * MINUTE, 10 * MINUTE, unknown],
  ['within two intervals of a board that reports rarely', 2.9 * HOUR, 1.5 * HOUR, running],
  ['after two intervals', 3.1 * HOUR, 1.5 * HOUR, unknown],
])('%s the state is as expected', (_, age, usualIntervalMs, expected) => {
  expect(toCurrentFan(running, { readAt: ago(age), usualIntervalMs }, now)).toEqual(expected);
});

test('a fan that just reported is known, even without a reading', () => {
  const fan = { running: false, since: ago(MINUTE) };
  expect(toCurrentFan(fan, { readAt: null, usualIntervalMs: HOUR }, now)).toEqual(fan);
  expect(toCurrentFan(fan, { readAt: ago(9 * HOUR), usualIntervalMs: HOUR }, now)).toEqual(fan);
});

test('a known fan without any contact is unknown', () => {
  const fan = { running: true, since: null };
  expect(toCurrentFan(fan, { readAt: null, usualIntervalMs: HOUR }, now)).toEqual(unknown);
});
