import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { makeFormats } from '../../../lib/format.ts';
import { buildFanColumn } from './fan-column.ts';

const START = Date.UTC(2026, 9, 14);
const context = {
  t: ((key: string) => key) as unknown as TFunction,
  format: makeFormats('en-US'),
  temperatureUnit: 'c',
  timeZone: 'UTC',
} as const;
const records = (...at: number[]) => at.map((ms) => ({ at: millis(START + ms) }));
const runs = [
  { from: START + 30 * HOUR, to: START + 36 * HOUR + 30 * MINUTE },
  { from: START + 2 * HOUR, to: START + 5 * HOUR },
];

it('shows on or off for each reading', () => {
  const fan = buildFanColumn(records(HOUR, 2 * HOUR, 4 * HOUR, 6 * HOUR), runs, false, context);
  const texts = [0, 1, 2, 3].map(fan.formatText);
  expect(texts).toEqual(['fan.off', 'fan.on', 'fan.on', 'fan.off']);
  expect([0, 1, 2, 3].map(fan.getCell)).toEqual(texts);
});

it('shows the run time of the fan for each day', () => {
  const fan = buildFanColumn(records(DAY, 2 * DAY, 3 * DAY), runs, true, context);
  expect([0, 1, 2].map(fan.formatText)).toEqual(['3 hr', '6 hr 30 min', 'fan.off']);
  expect([0, 1, 2].map(fan.getCell)).toEqual([3, 6.5, 0]);
});
