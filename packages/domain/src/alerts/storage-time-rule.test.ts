import { expect, test } from 'vitest';
import type { StorageTime } from '../insights/storage-time.ts';
import { millis } from '../units.ts';
import { NO_ALERT_MEMORY } from './memory.ts';
import { foldStorageTime } from './storage-time-rule.ts';

const since = millis(1_000);
const used = (share: number): StorageTime => ({
  isKnown: true,
  used: share,
  sensor: { cable: 1, position: 2 },
  since: '2026-09-01',
  daysLeft: 3,
});
const open = (before: StorageTime, time: StorageTime | null, at = since) =>
  foldStorageTime(foldStorageTime(NO_ALERT_MEMORY, before, since), time, at).open;

test('storage time is a warning from 80 % on, since that day', () => {
  expect(open(used(0.5), used(0.799))).toEqual([]);
  const alert = { rule: 'storage-time', severity: 'warning', since, value: 80, limit: 80 };
  expect(open(used(0.5), used(0.8))).toEqual([
    { ...alert, sensors: [{ cable: 1, position: 2, value: 80 }] },
  ]);
  expect(open(used(0.8), used(1.159), millis(2_000))).toMatchObject([{ since, value: 115 }]);
});

test('the alert ends when less is used, without grain, and for a crop without published times', () => {
  expect(open(used(0.9), used(0.2))).toEqual([]);
  for (const reason of ['no-days', 'no-storage-table'] as const) {
    expect(open(used(0.9), { isKnown: false, reason })).toEqual([]);
  }
});

test('it continues while the storage time is not known', () => {
  expect(open(used(0.9), null)).toHaveLength(1);
  for (const reason of ['long-gap', 'no-moisture'] as const) {
    expect(open(used(0.9), { isKnown: false, reason })).toHaveLength(1);
  }
});
