import { millis } from '@granary/domain/units';
import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { makeFormats } from '../lib/format.ts';
import en from '../locales/en.json';
import { describeAlert } from './describe-alert.ts';

const i18n = createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: en } } });

const sensor = (cable: number, value: number) => ({
  cable,
  cableName: cable === 1 ? 'North' : '',
  position: 2,
  depth: 8,
  value,
  isComparedWithAllDepths: false,
});

function formatAlert(alert: Partial<Parameters<typeof describeAlert>[0]>): string {
  return describeAlert(
    { rule: 'temperature', value: null, limit: null, sensors: [], temperatureUnit: 'c', ...alert },
    { t: i18n.t, format: makeFormats('en') },
  ).replaceAll('\u00A0', ' ');
}

it('compares the value with the limit, and names the worst sensors', () => {
  const sensors = [sensor(1, 31.4), sensor(3, 30.2), sensor(4, 30.1)];
  expect(formatAlert({ value: 31.4, limit: 30, sensors })).toBe(
    '31.4 °C, limit 30.0 °C · North, row 8 from the top · Cable 3, row 8 from the top · 1 more sensor',
  );
});

it('shows what ends an open alert whose value is back within its limit', () => {
  const co2 = { rule: 'co2', value: 954, limit: 1_000 } as const;
  expect(formatAlert(co2)).toBe('954 ppm, limit 1,000 ppm · ends at 900 ppm or below');
  expect(formatAlert({ ...co2, closedAt: millis(0) })).toBe('954 ppm, limit 1,000 ppm');
  expect(formatAlert({ ...co2, rule: 'co2-risk' })).toMatch(/ · ends after 1 day below 900 ppm$/);
  expect(formatAlert({ rule: 'battery-low', value: 22, limit: 20 })).toMatch(
    / · ends after 1 hr at 25 % or above$/,
  );
  expect(formatAlert({ rule: 'co2-trend', value: 14, limit: 20 })).toMatch(
    / · ends below 10 ppm per day$/,
  );
  expect(formatAlert({ rule: 'level-low', value: 21, limit: 20 })).toMatch(
    / · ends at 22 % or above$/,
  );
  expect(formatAlert({ value: 24.5, limit: 25, temperatureUnit: 'f' })).toBe(
    '76 °F, limit 77 °F · ends at 75 °F or below',
  );
});

it('says that a hot spot is compared with all rows if its row has too few sensors', () => {
  const sensors = [{ ...sensor(1, 8), isComparedWithAllDepths: true }];
  expect(formatAlert({ rule: 'hot-spot', value: 8, limit: 5, sensors })).toMatch(
    / · compared with all rows, because this row has fewer than three sensors$/,
  );
});

it('names the board or the cables without data', () => {
  const board = { rule: 'board-no-data', value: 26, limit: 24, mainBoardId: 'B-7' } as const;
  expect(formatAlert(board)).toMatch(/^Board B-7 · 1 day 2 hr/);
  const sensors = [sensor(1, 7), sensor(3, 7), sensor(4, 7)];
  expect(formatAlert({ rule: 'cable-no-data', sensors })).toBe('North · Cable 3 · Cable 4');
});

it("uses the bin's unit, without the offset for differences", () => {
  expect(formatAlert({ value: 30, limit: 25, temperatureUnit: 'f' })).toBe('86 °F, limit 77 °F');
  expect(formatAlert({ rule: 'hot-spot', value: 10, limit: 5, temperatureUnit: 'f' })).toBe(
    'Daily average 18° above the others, limit 9°',
  );
});

it('uses the unit of each rule', () => {
  expect(formatAlert({ rule: 'co2', value: 1_520, limit: 1_000 })).toBe(
    '1,520 ppm, limit 1,000 ppm',
  );
  expect(formatAlert({ rule: 'no-data', value: 26, limit: 24 })).toMatch(
    /^1 day 2 hr.*, limit 1 day$/,
  );
  expect(formatAlert({ rule: 'battery-low', value: 12, limit: 20 })).toBe('12 %, limit 20 %');
  expect(formatAlert({ rule: 'entry-unload', value: 1, limit: 25 })).toBe(
    'Level fell 1 %, but 25 % was unloaded',
  );
  expect(formatAlert({ rule: 'board-error' })).toBe('');
});

it('names the person who has been in a bin for too long', () => {
  expect(formatAlert({ rule: 'entry-overdue', person: 'Ada Miller' })).toBe('Ada Miller');
});
