import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import workedExamples from '../../../../vectors/moisture-worked.json' with { type: 'json' };
import { findConstantSet } from './constant-sets.ts';
import { type ConstantSet, constantSets } from './emc-constants.ts';
import { calculateEmc, calculateErh, toDryBasis, toWetBasis } from './emc-equations.ts';

const anySet = fc.constantFrom(...constantSets);
const anyTemperature = fc.double({ min: -30, max: 60, noNaN: true });
const anyHumidity = fc.double({ min: 0.1, max: 0.95, noNaN: true });

function findSet(id: string): ConstantSet {
  const set = findConstantSet(id);
  if (set === null) throw new Error(`No constant set ${id}`);
  return set;
}

test.each(workedExamples.humidity)(
  'grain at $moisturePct % and $temperatureC °C has an ERH of $humidityFraction with $set',
  ({ set, temperatureC, moisturePct, humidityFraction, tolerance }) => {
    const fraction = calculateErh(findSet(set), temperatureC, toDryBasis(moisturePct));
    expect(Math.abs(fraction - humidityFraction)).toBeLessThan(tolerance);
  },
);

describe('every constant set', () => {
  test('returns the same moisture after a conversion to humidity and back', () => {
    fc.assert(
      fc.property(anySet, anyTemperature, anyHumidity, (set, t, rh) => {
        const moisture = calculateEmc(set, t, rh);
        const back = calculateEmc(set, t, calculateErh(set, t, moisture));
        expect(Math.abs(back - moisture)).toBeLessThan(1e-9);
      }),
    );
  });

  test('returns a higher moisture content for more humid air', () => {
    fc.assert(
      fc.property(anySet, anyTemperature, anyHumidity, anyHumidity, (set, t, one, other) => {
        fc.pre(Math.abs(one - other) > 1e-6);
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(calculateEmc(set, t, low)).toBeLessThan(calculateEmc(set, t, high));
      }),
    );
  });

  test('returns a lower moisture content for warmer air at the same humidity', () => {
    fc.assert(
      fc.property(anySet, anyTemperature, anyTemperature, anyHumidity, (set, one, other, rh) => {
        fc.pre(Math.abs(one - other) > 1e-6);
        const [cold, warm] = one < other ? [one, other] : [other, one];
        expect(calculateEmc(set, warm, rh)).toBeLessThan(calculateEmc(set, cold, rh));
      }),
    );
  });

  test('has a unique ID, and each grain has at most one default', () => {
    expect(new Set(constantSets.map((set) => set.id)).size).toBe(constantSets.length);
    const defaults = constantSets.filter((set) => set.isDefault).map((set) => set.grain);
    expect(new Set(defaults).size).toBe(defaults.length);
  });
});

test('an unknown ID has no constant set', () => {
  expect(findConstantSet('canola-halsey')).toBeNull();
});

test('the conversions to wet and dry basis are inverses of each other', () => {
  expect(toWetBasis(25)).toBe(20);
  expect(toDryBasis(20)).toBe(25);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 90, noNaN: true }), (wet) => {
      expect(toWetBasis(toDryBasis(wet))).toBeCloseTo(wet, 9);
    }),
  );
});
