import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGrid } from '../../test/support/readings.ts';
import { listSensorCounts } from '../alerts/missing-sensors.ts';
import { calculateStorageDays } from '../moisture/storage-days.ts';
import type { GetStatus, SensorStatus } from '../readings/sensors.ts';
import {
  calculateStorageTime,
  type StorageDay,
  type StorageTime,
  type StorageTimeInputs,
} from './storage-time.ts';

type Cells = readonly (readonly (number | null)[])[];

/** Corn at 18 % lasts 130 days at 10 °C and 32 days at 21.1 °C. */
const CORN_DAYS = calculateStorageDays('corn', 10, 18);

function day(
  date: string,
  overrides: {
    temperatures?: Cells;
    moistures?: Cells;
    fill?: number | null;
    isFanRunning?: boolean;
  } = {},
): StorageDay {
  const means = toGrid(overrides.temperatures ?? [[10]]);
  const none = toGrid(means.lengths.map((length) => Array.from({ length }, () => null)));
  return {
    day: date,
    means,
    fanOffMeans: overrides.isFanRunning ? none : means,
    moistures: overrides.isFanRunning ? none : toGrid(overrides.moistures ?? [[18]]),
    lowestFill: overrides.fill ?? null,
  };
}

function calculate(
  days: readonly StorageDay[],
  overrides: Partial<StorageTimeInputs> = {},
): StorageTime {
  return calculateStorageTime({
    days,
    until: '2026-01-04',
    getCrop: () => 'corn',
    getStatus: () => 'unmute',
    lengths: days.at(-1)?.means.lengths ?? [],
    cables: [],
    ...overrides,
  });
}

const threeDays = ['2026-01-01', '2026-01-02', '2026-01-03'];

describe('the storage time used', () => {
  it('is the sum of the shares that each day used', () => {
    const time = calculate(threeDays.map((date) => day(date)));
    expect(time).toMatchObject({ isKnown: true, since: '2026-01-01' });
    if (!time.isKnown) return;
    expect(time.used).toBeCloseTo(3 / CORN_DAYS, 10);
    expect(time.daysLeft).toBeCloseTo(CORN_DAYS - 3, 8);
  });

  it('is the highest of all sensors', () => {
    const cells = { temperatures: [[10, 20], [10]], moistures: [[18, 18], [null]] };
    const time = calculate(threeDays.map((date) => day(date, cells)));
    expect(time).toMatchObject({ sensor: { cable: 1, position: 2 } });
  });

  it('starts over after a day on which the bin was empty', () => {
    const days = [
      day('2026-01-01', { fill: 80 }),
      day('2026-01-02', { fill: 2 }),
      day('2026-01-03', { fill: 2.1 }),
    ];
    expect(calculate(days)).toMatchObject({ since: '2026-01-03' });
    expect(calculate(days.slice(0, 2))).toEqual({ isKnown: false, reason: 'no-days' });
  });

  it('continues through days without readings, at most thirty in a row', () => {
    const [first, last] = [day('2026-01-01'), day('2026-02-01')];
    const time = calculate([first, last], { until: '2026-02-02' });
    expect(time.isKnown && time.used).toBeCloseTo(32 / CORN_DAYS, 10);
    expect(calculate([first, last], { until: '2026-03-05' })).toEqual({
      isKnown: false,
      reason: 'long-gap',
    });
  });

  it('uses the last known moisture while the fan runs, and the first known one for earlier days', () => {
    const [first = '', second = '', third = ''] = threeDays;
    const dry = { moistures: [[16]] };
    const days = [
      day(first, { isFanRunning: true }),
      day(second, dry),
      day(third, { isFanRunning: true }),
    ];
    const time = calculate(days);
    expect(time.isKnown && time.used).toBeCloseTo(3 / calculateStorageDays('corn', 10, 16), 10);
  });

  it('leaves out disabled sensors, and days on which a sensor was above the grain', () => {
    const cells = { temperatures: [[10, 20]], moistures: [[18, 18]] };
    const days = threeDays.map((date) => day(date, cells));
    const time = calculate(days, {
      getStatus: (_, position) => (position === 2 ? 'disable' : 'unmute'),
    });
    expect(time).toMatchObject({ sensor: { position: 1 } });
    // In a half-full bin, the lower of two rows is under grain.
    const filled = [
      day('2026-01-02', { temperatures: [[null, 0]], moistures: [[null, 18]], fill: 50 }),
      day('2026-01-03', { temperatures: [[10, 0]], moistures: [[18, 18]], fill: 90 }),
    ];
    const covered = calculate(filled);
    expect(covered.isKnown && covered.used).toBeCloseTo(1 / CORN_DAYS, 10);
  });

  describe('for a failed sensor under grain', () => {
    /** A day with one cable for each temperature of its lower sensor; null if that sensor fails. */
    const dayWithLowerSensors = (date: string, ...temperatures: (number | null)[]) =>
      day(date, {
        temperatures: temperatures.map((celsius) => [0, celsius]),
        moistures: temperatures.map((celsius) => [18, celsius === null ? null : 18]),
        fill: 90,
      });
    const used = (time: StorageTime) => (time.isKnown ? time.used : Number.NaN);
    const share = (celsius: number) => 1 / calculateStorageDays('corn', celsius, 18);

    it('is that of the warmest sensor at its depth on days without a value', () => {
      const warmest = calculate([
        dayWithLowerSensors('2026-01-01', 10, 10, null),
        dayWithLowerSensors('2026-01-02', 10, 10, 15),
        dayWithLowerSensors('2026-01-03', 10, 20, null),
      ]);
      expect(warmest).toMatchObject({ sensor: { cable: 3, position: 2 } });
      expect(used(warmest)).toBeCloseTo(share(10) + share(15) + share(20), 10);
    });

    it('is at least that of its last day with a value, for thirty days', () => {
      const dates = Array.from({ length: 40 }, (_, index) =>
        new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      );
      const days = dates.map((date, index) =>
        dayWithLowerSensors(date, 10, 10, index === 0 ? 20 : null),
      );
      const time = calculate(days, { until: '2026-02-10' });
      expect(time).toMatchObject({ sensor: { cable: 3, position: 2 } });
      expect(used(time)).toBeCloseTo(31 * share(20) + 9 * share(10), 10);
    });

    it('is that of the warmest sensor in the bin if none at its depth has a value', () => {
      const days = threeDays.map((date, index) =>
        day(date, {
          temperatures: [[5, index < 2 ? null : 16, 15]],
          moistures: [[18, 18, 18]],
        }),
      );
      expect(calculate(days)).toMatchObject({ sensor: { position: 2 } });
      expect(used(calculate(days))).toBeCloseTo(2 * share(15) + share(16), 10);
    });

    it('does not end on the last day with a value, or begin before the first one', () => {
      const days = [
        dayWithLowerSensors('2026-01-01', 20),
        dayWithLowerSensors('2026-01-02', null),
        dayWithLowerSensors('2026-01-03', null),
      ];
      expect(calculate(days)).toMatchObject({ sensor: { position: 2 }, since: '2026-01-01' });
      const none = day('2025-11-01', { temperatures: [[null]], moistures: [[null]] });
      expect(calculate([none, day('2026-01-03')])).toMatchObject({ since: '2026-01-03' });
    });

    it('is never less than if the sensor had worked and been no warmer than the others at its depth', () => {
      const celsius = fc.integer({ min: -10, max: 35 });
      const days = fc.array(fc.tuple(celsius, celsius, fc.boolean()), {
        minLength: 1,
        maxLength: 3,
      });
      fc.assert(
        fc.property(days, (cells) => {
          const toTime = (isBroken: boolean) =>
            used(
              calculate(
                cells.map(([first, second, fails], index) =>
                  dayWithLowerSensors(
                    threeDays[index] ?? '',
                    first,
                    second,
                    isBroken && fails ? null : Math.min(first, second),
                  ),
                ),
              ),
            );
          expect(toTime(true)).toBeGreaterThanOrEqual(toTime(false) * 0.9998);
        }),
      );
    });
  });

  describe('of a sensor that its cable no longer reports', () => {
    const [first = '', second = '', third = ''] = threeDays;
    // The second sensor is the warmer one; from the second day on, the cable reports only the first one.
    const days = [
      day(first, { temperatures: [[10, 20]], moistures: [[18, 18]], fill: 90 }),
      day(second, { fill: 90 }),
      day(third, { fill: 90 }),
    ];
    /** The result if the cable once had `knownLengths` sensors and the missing ones have `missingStatus`. */
    const calculateResult = (
      knownLengths: readonly number[],
      missingStatus: SensorStatus,
      flip = false,
    ) => {
      const getStatus: GetStatus = (_, position) => (position > 1 ? missingStatus : 'unmute');
      const lengths = listSensorCounts([1], knownLengths, getStatus);
      const cables = [{ cable: 1, cableId: 11, subBin: 1, flip }];
      const time = calculate(days, { lengths, getStatus, cables });
      return time.isKnown ? [time.sensor.position, time.used] : time;
    };
    const share = (celsius: number) => 1 / calculateStorageDays('corn', celsius, 18);
    const warmerSensorResult = [2, expect.closeTo(3 * share(20), 10)];
    const coolerSensorResult = [1, expect.closeTo(3 * share(10), 10)];

    it('keeps growing, because the cable may be broken', () => {
      expect(calculateResult([2], 'unmute')).toEqual(warmerSensorResult);
      expect(calculateResult([2], 'unmute', true)).toEqual(warmerSensorResult);
    });

    it('is left out once the cable has been replaced, or if the sensor is muted or disabled', () => {
      expect(calculateResult([1], 'unmute')).toEqual(coolerSensorResult);
      expect(calculateResult([2], 'mute')).toEqual(coolerSensorResult);
      expect(calculateResult([2], 'disable')).toEqual(coolerSensorResult);
    });
  });

  it('reports whether the fill level has been known since the bin was last empty', () => {
    const isFillKnown = (...fills: readonly (number | null)[]) => {
      const time = calculate(fills.map((fill, index) => day(threeDays[index] ?? '', { fill })));
      return time.isKnown && time.isFillKnown;
    };
    expect(isFillKnown(null, null)).toBe(false);
    expect(isFillKnown(null, 80, null)).toBe(true);
    expect(isFillKnown(80, 0, null)).toBe(false);
  });

  it('is unknown without days, a table or moisture', () => {
    expect(calculate([])).toEqual({ isKnown: false, reason: 'no-days' });
    const days = [day('2026-01-01')];
    expect(calculate(days, { getCrop: () => null })).toEqual({
      isKnown: false,
      reason: 'no-storage-table',
    });
    expect(calculate([day('2026-01-01', { moistures: [[null]] })])).toEqual({
      isKnown: false,
      reason: 'no-moisture',
    });
  });

  it('is never less for grain that is warmer or wetter', () => {
    const cell = fc.record({
      temperature: fc.integer({ min: -20, max: 40 }),
      moisture: fc.integer({ min: 8, max: 26 }),
    });
    const crop = fc.constantFrom('corn', 'cereal', 'soybean');
    const step = fc.integer({ min: 0, max: 10 });
    const toDays = (cells: readonly { temperature: number; moisture: number }[], t = 0, m = 0) =>
      cells.map(({ temperature, moisture }, index) =>
        day(`2026-01-0${index + 1}`, {
          temperatures: [[temperature + t]],
          moistures: [[moisture + m]],
        }),
      );
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 3 }),
        crop,
        step,
        step,
        (cells, storageCrop, warmer, wetter) => {
          const getCrop = () => storageCrop;
          const time = calculate(toDays(cells), { getCrop });
          const worse = calculate(toDays(cells, warmer, wetter), { getCrop });
          expect((worse.isKnown && worse.used) || 0).toBeGreaterThanOrEqual(
            ((time.isKnown && time.used) || 0) * 0.9998,
          );
        },
      ),
    );
  });
});
