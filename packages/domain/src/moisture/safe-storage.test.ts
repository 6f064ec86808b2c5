import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDefaultConstantSet } from './constant-sets.ts';
import type { CropName } from './crops.ts';
import { calculateErh, toDryBasis } from './emc-equations.ts';
import { calculateMoisture, type MoistureSource } from './moisture.ts';
import {
  COLD_STORAGE,
  calculateSafeMoisture,
  isTooWetToStore,
  SAFE_HUMIDITY,
} from './safe-storage.ts';

/** A crop's default isotherm. */
function getIsotherm(crop: CropName): Extract<MoistureSource, { kind: 'model' }> {
  const set = getDefaultConstantSet(crop);
  if (set === null) throw new Error(`${crop} has no constants.`);
  return { kind: 'model', set };
}

/** Whether a crop at this moisture, % wet basis, and temperature, °C, is too wet to store. */
function isTooWet(crop: CropName, moisture: number, temperature: number): boolean {
  const erh = calculateErh(getIsotherm(crop).set, temperature, toDryBasis(moisture));
  return isTooWetToStore(temperature, 100 * erh);
}

describe('the safe moisture', () => {
  // Moisture at an equilibrium humidity of 70 %, to one decimal, at 0, 10, 15, 20, 25 and 30 °C.
  it.each([
    ['Wheat', [16.6, 15.7, 15.3, 14.9, 14.5, 14.2]],
    ['Durum Wheat', [14.8, 14.3, 14.0, 13.8, 13.5, 13.3]],
    ['Barley', [13.9, 13.6, 13.5, 13.3, 13.2, 13.1]],
    ['Oats', [14.3, 13.5, 13.1, 12.8, 12.4, 12.2]],
    ['Corn', [17.0, 15.7, 15.1, 14.6, 14.2, 13.8]],
    ['Soybeans', [14.5, 14.0, 13.7, 13.5, 13.3, 13.1]],
    ['Canola', [11.9, 10.5, 9.9, 9.4, 9.0, 8.6]],
    ['Flax', [11.1, 10.2, 9.9, 9.6, 9.3, 9.0]],
  ] as const)('of %s is the moisture at 70 %% humidity', (crop, expected) => {
    const safe = [0, 10, 15, 20, 25, 30].map((celsius) =>
      calculateSafeMoisture(getIsotherm(crop), celsius),
    );
    // The values in the table were calculated from constants with fewer digits, and rounded.
    for (const [index, moisture] of expected.entries()) {
      expect(Math.abs((safe[index] ?? 0) - moisture), `${moisture}`).toBeLessThan(0.06);
    }
  });

  it('is unknown for a crop without an isotherm', () => {
    expect(calculateSafeMoisture(null, 20)).toBeNull();
  });
});

describe('grain that is too wet to store', () => {
  it.each([
    ['Wheat', 14.5, 20, false],
    ['Corn', 15.5, 25, true],
    ['Corn', 15, 10, false],
    ['Canola', 8, 25, false],
    ['Canola', 10, 5, false],
    ['Canola', 10, 20, true],
    ['Soybeans', 13, 20, false],
    ['Flax', 10, 20, true],
  ] as const)('%s at %f %% and %f °C: %s', (crop, moisture, celsius, expected) => {
    expect(isTooWet(crop, moisture, celsius)).toBe(expected);
  });

  it('is above the safe moisture at any temperature of 4 °C or more', () => {
    const crops = fc.constantFrom<CropName>('Wheat', 'Canola', 'Corn', 'Barley', 'Lentils');
    const celsius = fc.double({ min: COLD_STORAGE, max: 50, noNaN: true });
    const humidity = fc.double({ min: 10, max: 95, noNaN: true });
    fc.assert(
      fc.property(crops, celsius, humidity, (crop, temperature, percent) => {
        const source = getIsotherm(crop);
        const moisture = calculateMoisture(source, temperature, percent) ?? 0;
        const safe = calculateSafeMoisture(source, temperature) ?? 0;
        fc.pre(Math.abs(percent - SAFE_HUMIDITY) > 1e-6);
        expect(isTooWetToStore(temperature, percent)).toBe(moisture > safe);
      }),
    );
  });

  it('does not include cold grain, grain at the limit, or grain without a measurement', () => {
    expect(isTooWetToStore(3.9, 90)).toBe(false);
    expect(isTooWetToStore(4, 90)).toBe(true);
    expect(isTooWetToStore(20, 70)).toBe(false);
    expect(isTooWetToStore(null, 90)).toBe(false);
    expect(isTooWetToStore(20, null)).toBe(false);
  });
});
