import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGrid } from '../../test/support/readings.ts';
import { calculateStorageDays } from '../moisture/storage-days.ts';
import {
  calculateStorageTime,
  type StorageDay,
  type StorageTime,
  type StorageTimeInputs,
} from './storage-time.ts';

type Cells = readonly (readonly (number | null)[])[];

/** Corn of 18 % at 10 °C lasts 130 days, at 21.1 °C 32 days. */
const CORN_DAYS = calculateStorageDays('corn', 10, 18);

function day(
  date: string,
  parts: { temperatures?: Cells; moistures?: Cells; fill?: number | null; hasFan?: boolean } = {},
): StorageDay {
  const means = toGrid(parts.temperatures ?? [[10]]);
  const none = toGrid(means.lengths.map((length) => Array.from({ length }, () => null)));
  return {
    day: date,
    means,
    fanOffMeans: parts.hasFan ? none : means,
    moistures: parts.hasFan ? none : toGrid(parts.moistures ?? [[18]]),
    lowestFill: parts.fill ?? null,
  };
}

function calculate(
  days: readonly StorageDay[],
  parts: Partial<StorageTimeInputs> = {},
): StorageTime {
  return calculateStorageTime({
    days,
    until: '2026-01-04',
    cropOf: () => 'corn',
    getStatus: () => 'unmute',
    ...parts,
  });
}

const threeDays = ['2026-01-01', '2026-01-02', '2026-01-03'];

describe('the storage time used', () => {
  it('is the sum of the share that each day used', () => {
    const time = calculate(threeDays.map((date) => day(date)));
    expect(time).toMatchObject({ isKnown: true, since: '2026-01-01' });
    if (!time.isKnown) return;
    expect(time.used).toBeCloseTo(3 / CORN_DAYS, 10);
    expect(time.daysLeft).toBeCloseTo(CORN_DAYS - 3, 8);
  });

  it('is that of the sensor that used most', () => {
    const cells = { temperatures: [[10, 20], [10]], moistures: [[18, 18], [null]] };
    const time = calculate(threeDays.map((date) => day(date, cells)));
    expect(time).toMatchObject({ sensor: { cable: 1, position: 2 } });
  });

  it('begins again after a day on which the bin was empty', () => {
    const days = [
      day('2026-01-01', { fill: 80 }),
      day('2026-01-02', { fill: 2 }),
      day('2026-01-03', { fill: 2.1 }),
    ];
    expect(calculate(days)).toMatchObject({ since: '2026-01-03' });
    expect(calculate(days.slice(0, 2))).toEqual({ isKnown: false, reason: 'no-days' });
  });

  it('goes on through days without readings, at most thirty in a row', () => {
    const [first, last] = [day('2026-01-01'), day('2026-02-01')];
    const time = calculate([first, last], { until: '2026-02-02' });
    expect(time.isKnown && time.used).toBeCloseTo(32 / CORN_DAYS, 10);
    expect(calculate([first, last], { until: '2026-03-05' })).toEqual({
      isKnown: false,
      reason: 'long-gap',
    });
  });

  it('counts the last moisture while the fan runs, and the first one for the days before', () => {
    const [first = '', second = '', third = ''] = threeDays;
    const dry = { moistures: [[16]] };
    const days = [day(first, { hasFan: true }), day(second, dry), day(third, { hasFan: true })];
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
    const below = [day('2026-01-01', { temperatures: [[null]] }), day('2026-01-03')];
    const covered = calculate(below);
    expect(covered.isKnown && covered.used).toBeCloseTo(1 / CORN_DAYS, 10);
  });

  it('is unknown without days, a table or moisture', () => {
    expect(calculate([])).toEqual({ isKnown: false, reason: 'no-days' });
    const days = [day('2026-01-01')];
    expect(calculate(days, { cropOf: () => null })).toEqual({
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
        (cells, of, warmer, wetter) => {
          const cropOf = () => of;
          const time = calculate(toDays(cells), { cropOf });
          const worse = calculate(toDays(cells, warmer, wetter), { cropOf });
          expect((worse.isKnown && worse.used) || 0).toBeGreaterThanOrEqual(
            ((time.isKnown && time.used) || 0) * 0.9998,
          );
        },
      ),
    );
  });
});
