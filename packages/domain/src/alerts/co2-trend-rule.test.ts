import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createTestAlertSettings, createTestCables } from '../../test/support/alerts.ts';
import { testReading } from '../../test/support/readings.ts';
import { calculateDayMeans } from '../readings/day-means.ts';
import { HOUR } from '../units.ts';
import { foldDay, foldReading, foldSettings } from './fold.ts';
import { NO_ALERT_MEMORY } from './memory.ts';

const settings = createTestAlertSettings();

/** Converts daily CO2 values to day means; null is a day without a value. */
function toDays(values: readonly (number | null)[]) {
  return values.map((co2, index) => {
    const reading = testReading([[10]], { scalars: { co2 } });
    const inputs = { reading, moistures: new Int16Array(1), fillPercent: 80, isFanRunning: false };
    const day = Temporal.PlainDate.from('2026-10-01').add({ days: index });
    return calculateDayMeans(day.toString(), [inputs], createTestCables(1));
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

/** Three weeks in a bin whose CO2 varies by a few ppm. */
const steadyCo2 = Array.from({ length: 21 }, (_, day) => 430 - (day % 3) * 5);
const risingCo2 = [...steadyCo2, 440, 460, 480, 500, 520, 540, 560, 580];

test('CO2 that rises by 20 ppm a day over a week raises a watch alert that starts on the last day', () => {
  expect(fold(risingCo2.slice(0, -1)).open).toEqual([]);
  expect(fold(risingCo2).open).toEqual([
    {
      rule: 'co2-trend',
      severity: 'watch',
      since: Date.parse('2026-10-29T00:00:00Z'),
      value: 20,
      limit: 20,
      sensors: [],
    },
  ]);
});

test('a slower rise, or a rise in a bin with a short history, raises no alert', () => {
  expect(fold([...steadyCo2, 439, 458, 477, 496, 515, 534, 553, 572, 591]).open).toEqual([]);
  expect(fold(risingCo2.slice(9)).open).toEqual([]);
});

test('the alert stays open until the trend is below half its limit, and while no value is reported', () => {
  expect(fold([...risingCo2, 590, 600, 610, 620, 630, 640]).open).toMatchObject([{ value: 10 }]);
  expect(fold([...risingCo2, 589, 598, 607, 616, 625, 634]).open).toEqual([]);
  expect(fold([...risingCo2, null, null]).open).toMatchObject([{ value: 20 }]);
});

test('the alert ends when its setting is turned off, and when the bin is emptied', () => {
  const memory = fold(risingCo2);
  expect(foldSettings(memory, { ...settings, isCo2RiskEnabled: false }).open).toEqual([]);
  const reading = testReading([[10]], { scalars: { co2: 500 } });
  expect(foldReading(memory, { reading, fillPercent: 0 }, settings).open).toEqual([]);
  expect(foldReading(memory, { reading, fillPercent: 50 }, settings).open).toHaveLength(1);
});

test('the alert ends when a CO2 risk alert begins, and does not begin while that is open', () => {
  let memory = fold(risingCo2);
  for (const hour of [0, 1]) {
    const reading = testReading([[10]], { at: hour * HOUR, scalars: { co2: 1_100 } });
    memory = foldReading(memory, { reading, fillPercent: 80 }, settings);
  }
  expect(memory.open.map(({ rule }) => rule)).toEqual(['co2-risk']);
  expect(foldDay(memory, toDays(risingCo2), settings).open.map(({ rule }) => rule)).toEqual([
    'co2-risk',
  ]);
});
