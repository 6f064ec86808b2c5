import { describe, expect, it } from 'vitest';
import { createTestAlertSettings, createTestCables } from '../../test/support/alerts.ts';
import { testReading, toGrid } from '../../test/support/readings.ts';
import { getFindingState } from '../bins/state.ts';
import { getDefaultConstantSet } from '../moisture/constant-sets.ts';
import { calculateErh, toDryBasis } from '../moisture/emc-equations.ts';
import type { DayMeans } from '../readings/day-means.ts';
import {
  assessCo2Risk,
  assessHumidity,
  assessStorageTime,
  assessWarming,
  toUnassessedRisk,
} from './grain-risks.ts';

const settings = createTestAlertSettings({ cables: createTestCables(4) });

const rows = {
  getStatus: settings.getStatus,
  flips: [],
  subBins: [],
  fillPercent: null,
};

describe('the equilibrium humidity', () => {
  /** The risk of three sensors at one depth with these temperatures and humidities. */
  const assess = (celsius: number, humidity: number, crop: string | null = 'Wheat') =>
    assessHumidity(
      testReading([[celsius], [celsius], [celsius]], {
        humidities: [[humidity], [humidity], [humidity]],
      }),
      rows,
      crop,
    );

  it.each([
    ['Wheat', 20, 65, 'ok', 'humidity-safe', 65],
    ['Wheat', 20, 65.01, 'watch', 'humidity-damp', 65],
    ['Wheat', 20, 70, 'watch', 'humidity-damp', 65],
    ['Wheat', 20, 70.01, 'watch', 'humidity-wet', 70],
    ['Canola', 20, 62, 'ok', 'humidity-safe', 62],
    ['Canola', 20, 62.01, 'watch', 'humidity-damp', 62],
    ['Canola', 20, 70.01, 'watch', 'humidity-wet', 70],
    ['Wheat', 4, 90, 'watch', 'humidity-wet', 70],
    ['Wheat', 3.99, 90, 'watch', 'humidity-wet-cold', 70],
    [null, 20, 66, 'watch', 'humidity-damp', 65],
  ])('of %s at %d °C and %d %% is %s', (crop, celsius, humidity, state, reason, limit) => {
    expect(assess(celsius, humidity, crop)).toMatchObject({
      state,
      reason,
      limit,
      value: humidity,
      depth: 1,
    });
  });

  // The equilibrium humidity of grain with this moisture, % wet basis, at this temperature.
  it.each([
    ['Wheat', 14.5, 20, 0.676, 'watch'],
    ['Corn', 15.5, 25, 0.769, 'watch'],
    ['Corn', 15, 10, 0.663, 'watch'],
    ['Canola', 8, 20, 0.596, 'ok'],
    ['Canola', 10, 5, 0.632, 'watch'],
    ['Canola', 8, 25, 0.626, 'watch'],
    ['Canola', 10, 20, 0.736, 'watch'],
    ['Soybeans', 13, 20, 0.684, 'watch'],
    ['Durum Wheat', 14.5, 20, 0.736, 'watch'],
    ['Lentils', 13, 20, 0.706, 'watch'],
    ['Flax', 10, 20, 0.733, 'watch'],
    ['Oats', 13.5, 20, 0.749, 'watch'],
  ])('of %s at %d %% moisture and %d °C is %d', (crop, moisture, celsius, expected, state) => {
    const set = getDefaultConstantSet(crop);
    if (set === null) throw new Error(`${crop} has no constants.`);
    const humidity = calculateErh(set, celsius, toDryBasis(moisture));
    expect(Math.abs(humidity - expected)).toBeLessThan(0.0006);
    expect(assess(celsius, Math.round(humidity * 10_000) / 100, crop).state).toBe(state);
  });

  it('is as severe as the finding about wet grain', () => {
    const finding = { kind: 'wet-grain', depth: 1, value: 90, limit: 70 } as const;
    expect(assess(20, 90).state).toBe(getFindingState(finding));
  });

  it('is that of the wettest row, and unknown without a value', () => {
    const reading = testReading(
      [
        [20, 20],
        [20, 20],
      ],
      {
        humidities: [
          [60, 68],
          [62, 66],
        ],
      },
    );
    expect(assessHumidity(reading, rows, null)).toMatchObject({ value: 67, depth: 2 });
    expect(assessHumidity(testReading([[20]]), rows, null)).toEqual(
      toUnassessedRisk('humidity', 'no-humidity'),
    );
  });
});

describe('CO2', () => {
  const risingDays = Array.from({ length: 7 }, (_, index) => ({
    day: `2026-10-0${index + 1}`,
    lowestCo2: 420 + 20 * index,
  }));

  it('has the state of its level, or is on watch while the alert about its trend is open', () => {
    const trend = { value: 24, limit: 20 };
    expect(assessCo2Risk(545, null, risingDays, trend)).toMatchObject({
      state: 'watch',
      reason: 'co2-trend',
      value: 545,
      change: 24,
      limit: 20,
    });
    expect(assessCo2Risk(545, null, risingDays, null)).toMatchObject({
      state: 'ok',
      reason: 'co2-normal',
      change: 20,
      limit: 600,
    });
    const risk = { level: 'critical', value: 1_600, limit: 1_500 } as const;
    expect(assessCo2Risk(1_600, risk, risingDays, trend)).toMatchObject({
      state: 'critical',
      reason: 'co2-critical',
      limit: 1_500,
    });
  });

  it('is unknown without a value, never normal', () => {
    expect(assessCo2Risk(null, null, risingDays, null)).toEqual(toUnassessedRisk('co2', 'no-co2'));
  });
});

describe('the storage time', () => {
  const assessShare = (share: number) =>
    assessStorageTime(
      {
        isKnown: true,
        used: share,
        sensor: { cable: 1, position: 2 },
        since: '2026-09-01',
        daysLeft: 90,
        isFillKnown: true,
      },
      'Corn',
    );

  it.each([
    [0.4999, 'ok', 'time-left'],
    [0.5, 'watch', 'time-half-used'],
    [0.7999, 'watch', 'time-half-used'],
    [0.8, 'warning', 'time-nearly-used'],
    [1, 'warning', 'time-used'],
  ])('with %d of it used is %s', (share, state, reason) => {
    expect(assessShare(share)).toMatchObject({ state, reason, value: share * 100, daysLeft: 90 });
  });

  it('is unknown without a table, and refers to the humidity for canola', () => {
    const none = { isKnown: false, reason: 'no-storage-table' } as const;
    expect(assessStorageTime(none, 'Flax')).toMatchObject({
      state: 'unknown',
      reason: 'no-storage-table',
    });
    expect(assessStorageTime(none, 'Canola')).toMatchObject({ state: 'unknown', reason: 'canola' });
  });
});

describe('a sensor that warms more than others at its depth', () => {
  /** A day of four cables; the middle sensor of the first as given, the others at 10 °C. */
  const toDay = (day: string, celsius: number): DayMeans => {
    const means = toGrid([
      [10, celsius, 10],
      [10, 10, 10],
      [10, 10, 10],
      [10, 10, 10],
    ]);
    const moistures = toGrid([]);
    return {
      day,
      readings: 24,
      means,
      fanOffMeans: means,
      moistures,
      lowestCo2: null,
      lowestFill: null,
    };
  };
  const assess = (before: number, after: number, firstDay = '2026-10-01') =>
    assessWarming([toDay(firstDay, before), toDay('2026-10-08', after)], settings, null);

  it.each([
    [10, 12.01, 'watch', 2.01, 2.01],
    [10, 12, 'ok', 2, 2],
    [10.5, 12.49, 'ok', 2.49, 1.99],
    [10.5, 12.5, 'watch', 2.5, 2],
  ])('from %d to %d °C in a week is %s', (before, after, state, value, change) => {
    expect(assess(before, after)).toMatchObject({
      state,
      value,
      change,
      sensor: { cable: 1, position: 2 },
    });
  });

  it('is unknown without data from about a week earlier', () => {
    expect(assess(10, 20, '2026-10-02')).toEqual(toUnassessedRisk('warming', 'no-week'));
    expect(assess(10, 20, '2026-09-27')).toEqual(toUnassessedRisk('warming', 'no-week'));
    expect(assess(10, 20, '2026-09-28').state).toBe('watch');
    expect(assessWarming([], settings, null)).toEqual(toUnassessedRisk('warming', 'no-week'));
  });

  it('is as severe as its hot spot alert', () => {
    const sensor = { cable: 3, position: 2, depth: 2 };
    const hotSpot = { severity: 'critical', value: 7, limit: 5, sensor } as const;
    expect(assessWarming([], settings, hotSpot)).toMatchObject({
      state: 'critical',
      reason: 'warming-hot-spot',
      value: 7,
      limit: 5,
      sensor: { cable: 3, position: 2 },
    });
  });
});
