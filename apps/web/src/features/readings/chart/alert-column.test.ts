import { DAY, HOUR, millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { makeFormats } from '../../../lib/format.ts';
import en from '../../../locales/en.json';
import { buildAlertColumn, type ChartedAlert } from './alert-column.ts';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

const START = Date.UTC(2026, 9, 14);
const context = {
  t: i18n.t,
  format: makeFormats('en-US'),
  temperatureUnit: 'c',
  timeZone: 'UTC',
} as const;
const records = (step: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: millis(START + index * step), day: null }));
const alert = (
  rule: ChartedAlert['rule'],
  fromHours: number,
  toHours: number | null,
): ChartedAlert => ({
  rule,
  from: START + fromHours * HOUR,
  to: toHours === null ? null : START + toHours * HOUR,
});

function listTexts(...args: Parameters<typeof buildAlertColumn>): string[] | undefined {
  const column = buildAlertColumn(...args);
  return column === null ? undefined : args[0].map((_, index) => column.formatText(index));
}

it('names the alerts that were open at each record, and where they began and ended', () => {
  const alerts = [alert('temperature', 1, 3), alert('co2', 2, null), alert('no-data', -9, -8)];
  expect(listTexts(records(HOUR, 5), alerts, context)).toEqual([
    '–',
    'High temperature (began)',
    'High temperature and CO₂ above the set limit (began)',
    'High temperature (ended) and CO₂ above the set limit',
    'CO₂ above the set limit',
  ]);
});

it('names alerts between two records, and those in the interval before the first one', () => {
  const alerts = [alert('battery-low', -2, -1), alert('co2', 5, 6)];
  expect(listTexts(records(DAY, 2), alerts, context)).toEqual([
    'Battery low (began and ended)',
    'CO₂ above the set limit (began and ended)',
  ]);
});

it('is left out if there was no alert in the time range of the records', () => {
  expect(listTexts(records(HOUR, 3), [alert('co2', -5, -4)], context)).toBeUndefined();
  expect(listTexts([], [alert('co2', 0, null)], context)).toBeUndefined();
});
