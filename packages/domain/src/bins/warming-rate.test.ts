import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VALUE } from '../units.ts';
import { calculateWarmingRate } from './warming-rate.ts';

/** Days up to October 14, newest first, for two cables; only sensor 2 of cable 2 varies. */
function toDays(...hundredths: readonly (number | null)[]) {
  return hundredths.flatMap((value, daysAgo) =>
    value === null
      ? []
      : [
          {
            day: new Date(Date.UTC(2026, 9, 14 - daysAgo)).toISOString().slice(0, 10),
            temperatures: { lengths: [1, 2], values: Int16Array.from([1500, 1500, value]) },
          },
        ],
  );
}
const sensor = { cable: 2, position: 2 };

describe('the rate at which a sensor warms', () => {
  it('is the mean of the last seven days and ignores earlier days', () => {
    const days = toDays(3140, 3100, 2900, 2800, 2700, 2600, 2500, 2300, 900, 900);
    expect(calculateWarmingRate(days, sensor)).toBeCloseTo(1.2);
  });

  it('is the mean of the days that have values, with gaps counted as days', () => {
    expect(calculateWarmingRate(toDays(2600, null, null, 2000), sensor)).toBeCloseTo(2);
    expect(calculateWarmingRate(toDays(2600, NO_VALUE, 2000), sensor)).toBeCloseTo(3);
  });

  it('is unknown with one value, and for a sensor that the bin never had', () => {
    expect(calculateWarmingRate(toDays(2600), sensor)).toBeNull();
    expect(calculateWarmingRate([], sensor)).toBeNull();
    expect(calculateWarmingRate(toDays(2600, 2500), { cable: 1, position: 2 })).toBeNull();
    expect(calculateWarmingRate(toDays(2600, 2500), { cable: 3, position: 1 })).toBeNull();
  });

  it('is between the smallest and the largest daily change', () => {
    const values = fc.array(fc.integer({ min: -2000, max: 6000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(values, (dailyValues) => {
        const rate = calculateWarmingRate(toDays(...dailyValues), sensor) ?? Number.NaN;
        const steps = dailyValues.slice(1).map((value, i) => ((dailyValues[i] ?? 0) - value) / 100);
        expect(rate).toBeGreaterThanOrEqual(Math.min(...steps) - 1e-9);
        expect(rate).toBeLessThanOrEqual(Math.max(...steps) + 1e-9);
      }),
    );
  });
});
