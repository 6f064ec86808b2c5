import { expect, test } from 'vitest';
import { millis } from '../units.ts';
import type { AlertSeverity, OpenAlert } from './alert.ts';
import { compareAlerts } from './compare-alerts.ts';

function co2Risk(severity: AlertSeverity, since = 0): OpenAlert {
  return { rule: 'co2-risk', severity, since: millis(since), value: 1, limit: 1, sensors: [] };
}

const lowBattery: OpenAlert = { ...co2Risk('warning'), rule: 'battery-low' };

test('new alerts are raised, and missing ones are closed unchanged', () => {
  expect(compareAlerts([lowBattery], [co2Risk('watch')])).toEqual([
    { kind: 'raised', alert: co2Risk('watch') },
    { kind: 'closed', alert: lowBattery },
  ]);
});

test.each([
  ['watch', 'critical', true],
  ['warning', 'critical', true],
  ['watch', 'warning', false],
  ['critical', 'warning', false],
  ['critical', 'critical', false],
] as const)(
  'an alert that changes from %s to %s has worsened: %s',
  (before, after, hasWorsened) => {
    const changes = compareAlerts([co2Risk(before)], [co2Risk(after)]);
    expect(changes.map(({ kind }) => kind)).toEqual(hasWorsened ? ['worsened'] : []);
  },
);

test('an alert that begins earlier because of a late reading is the same alert', () => {
  expect(compareAlerts([co2Risk('warning', 5)], [co2Risk('warning', 3)])).toEqual([]);
});
