import { expect, test } from 'vitest';
import { createTestAlertSettings } from '../../test/support/alerts.ts';
import type { StorageTime } from '../insights/storage-time.ts';
import { millis } from '../units.ts';
import { foldSettings } from './fold.ts';
import { NO_ALERT_MEMORY } from './memory.ts';
import { foldStorageTime, type StorageTimeContext } from './storage-time-rule.ts';

const since = millis(1_000);
const context: StorageTimeContext = { since, getStatus: () => 'unmute' };
const createStorageTime = (share: number) => ({
  isKnown: true as const,
  used: share,
  sensor: { cable: 1, position: 2 },
  since: '2026-09-01',
  daysLeft: 3,
  isFillKnown: true,
});
const findOpenAlerts = (before: StorageTime, time: StorageTime | null, later = {}) =>
  foldStorageTime(foldStorageTime(NO_ALERT_MEMORY, before, context), time, { ...context, ...later })
    .open;

test('a warning starts on the day the storage time used reaches 80 %', () => {
  expect(findOpenAlerts(createStorageTime(0.5), createStorageTime(0.799))).toEqual([]);
  const alert = { rule: 'storage-time', severity: 'warning', since, value: 80, limit: 80 };
  expect(findOpenAlerts(createStorageTime(0.5), createStorageTime(0.8))).toEqual([
    { ...alert, sensors: [{ cable: 1, position: 2, value: 80 }] },
  ]);
  expect(
    findOpenAlerts(createStorageTime(0.8), createStorageTime(1.159), { since: millis(2_000) }),
  ).toMatchObject([{ since, value: 115 }]);
});

test('the alert ends when the storage time used drops below the limit, the bin is empty, or the crop has no published storage times', () => {
  expect(findOpenAlerts(createStorageTime(0.9), createStorageTime(0.2))).toEqual([]);
  for (const reason of ['no-days', 'no-storage-table'] as const) {
    expect(findOpenAlerts(createStorageTime(0.9), { isKnown: false, reason })).toEqual([]);
  }
});

test('the alert continues while the storage time is not known', () => {
  expect(findOpenAlerts(createStorageTime(0.9), null)).toHaveLength(1);
  for (const reason of ['long-gap', 'no-moisture'] as const) {
    expect(findOpenAlerts(createStorageTime(0.9), { isKnown: false, reason })).toHaveLength(1);
  }
});

test('while the storage time is unknown, the alert ends when its sensor is muted', () => {
  const unknown = { isKnown: false, reason: 'no-moisture' } as const;
  expect(findOpenAlerts(createStorageTime(0.9), unknown, { getStatus: () => 'mute' })).toEqual([]);
});

test('the alert moves to another sensor when its sensor is muted', () => {
  const before = foldStorageTime(NO_ALERT_MEMORY, createStorageTime(0.9), context);
  const settings = createTestAlertSettings({
    getStatus: (_, position) => (position === 2 ? 'mute' : 'unmute'),
  });
  const muted = foldSettings(before, settings);
  const time = { ...createStorageTime(0.85), sensor: { cable: 1, position: 1 } };
  const later = { since: millis(2_000), getStatus: settings.getStatus };
  expect(foldStorageTime(muted, time, later).open).toMatchObject([
    { since, sensors: [{ cable: 1, position: 1, value: 85 }] },
  ]);
});

test('there is no alert for a bin whose fill level was never known', () => {
  expect(
    findOpenAlerts(createStorageTime(0.9), { ...createStorageTime(3), isFillKnown: false }),
  ).toEqual([]);
});
