import { expect, test } from 'vitest';
import { testAlertSettings, testCables } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { calculateDayMeans } from '../readings/day-means.ts';
import { HOUR } from '../units.ts';
import { foldDay, foldReading, foldSettings } from './fold.ts';
import { NO_ALERT_MEMORY } from './memory.ts';

const settings = testAlertSettings();

/** Days of readings with this CO2; null is a day without a value. */
function toDays(values: readonly (number | null)[]) {
  return values.map((co2, index) => {
    const reading = testReading([[10]], { scalars: { co2 } });
    const inputs = { reading, moistures: new Int16Array(1), fillPercent: 80, isFanRunning: false };
    return calculateDayMeans(
      `2026-10-${String(index + 1).padStart(2, '0')}`,
      [inputs],
      testCables(1),
    );
  });
}

/** The alerts after all of these days. */
function fold(values: readonly (number | null)[]) {
  const days = toDays(values);
  return days.reduce(
    (memory, _, index) => foldDay(memory, days.slice(0, index + 1), settings),
    NO_ALERT_MEMORY,
  );
}

const rising = [420, 440, 460, 480, 500];

test('CO2 that rises by 20 ppm a day over a week is watched, from the day that shows it', () => {
  expect(fold(rising.slice(0, 4)).open).toEqual([]);
  expect(fold(rising.map((ppm, day) => ppm - day)).open).toEqual([]);
  expect(fold(rising).open).toEqual([
    {
      rule: 'co2-trend',
      severity: 'watch',
      since: Date.parse('2026-10-05T00:00:00Z'),
      value: 20,
      limit: 20,
      sensors: [],
    },
  ]);
});

test('the alert goes on while the trend is half its limit, and without a value', () => {
  expect(fold([...rising, 510, 520, 530, 540, 550, 560]).open).toMatchObject([{ value: 10 }]);
  expect(fold([...rising, 509, 518, 527, 536, 545, 554]).open).toEqual([]);
  expect(fold([...rising, null, null]).open).toMatchObject([{ value: 20 }]);
});

test('the alert ends when its switch is turned off, and when the bin is emptied', () => {
  const memory = fold(rising);
  expect(foldSettings(memory, { ...settings, hasCo2Risk: false }).open).toEqual([]);
  const reading = testReading([[10]], { scalars: { co2: 500 } });
  expect(foldReading(memory, { reading, fillPercent: 0 }, settings).open).toEqual([]);
  expect(foldReading(memory, { reading, fillPercent: 50 }, settings).open).toHaveLength(1);
});

test('the alert ends when the level of CO2 has one, and does not begin beside it', () => {
  let memory = fold(rising);
  for (const hour of [0, 1]) {
    const reading = testReading([[10]], { at: hour * HOUR, scalars: { co2: 1_100 } });
    memory = foldReading(memory, { reading, fillPercent: 80 }, settings);
  }
  expect(memory.open.map(({ rule }) => rule)).toEqual(['co2-risk']);
  expect(foldDay(memory, toDays(rising), settings).open.map(({ rule }) => rule)).toEqual([
    'co2-risk',
  ]);
});
