import { HOUR, millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { toShownFanState } from './shown-fan.ts';

const NOW = millis(10 * HOUR);
const contact = { readAt: NOW, usualIntervalMs: HOUR };
const noAir = [{ rule: 'no-air' as const }];

it.each([
  ['as off', false, [], 'off'],
  ['as having no airflow while that alert is open', false, noAir, 'no-air'],
  ['as on as soon as air moves', true, noAir, 'on'],
  ['as unknown if its state is unknown', null, noAir, null],
])('a fan is shown %s', (_, isRunning, alerts, expected) => {
  expect(toShownFanState({ isRunning, since: NOW }, alerts, contact, NOW)).toBe(expected);
});

it("a fan's state is unknown when its board has not reported for hours", () => {
  const fan = { isRunning: false, since: millis(0) };
  expect(toShownFanState(fan, noAir, { ...contact, readAt: millis(0) }, NOW)).toBeNull();
});
