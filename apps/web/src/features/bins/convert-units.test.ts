import { describe, expect, it } from 'vitest';
import { makeBinSummary } from './bin-summary.fixture.ts';
import { convertUnits, makeUnitConverter } from './convert-units.ts';

const wheat = makeBinSummary({
  crop: 'Wheat',
  cropUnit: 'bushels',
  temperatureUnit: 'c',
  size: 36_743.7,
  volume: 3_674.37,
});

const cable = (number: number, crop: string | null) => ({ cable: number, name: '', crop });

describe('a bin in a list', () => {
  it('is unchanged if no units are preferred, or if they are the same as its own', () => {
    expect(convertUnits(wheat, { temperature: null, grain: null })).toBe(wheat);
    expect(convertUnits(wheat, { temperature: 'c', grain: 'bushels' })).toBe(wheat);
  });

  it('has the preferred temperature unit', () => {
    const converted = convertUnits(wheat, { temperature: 'f', grain: null });
    expect(converted).toEqual({ ...wheat, temperatureUnit: 'f' });
  });

  it('has its amounts in the preferred grain unit, converted with the test weight of its crop', () => {
    const { size, volume, cropUnit } = convertUnits(wheat, { temperature: null, grain: 'tonnes' });
    expect(cropUnit).toBe('tonnes');
    expect([size, volume].map((value) => value?.toFixed(2))).toEqual(['1000.00', '100.00']);
    const convertedBack = convertUnits(
      { ...wheat, cropUnit: 'tonnes', size: 1_000 },
      { temperature: null, grain: 'bushels' },
    );
    expect(convertedBack.size).toBeCloseTo(36_743.7, 0);
  });

  it('is converted only once', () => {
    const convert = makeUnitConverter({ temperature: 'f', grain: null });
    expect(convert(wheat)).toBe(convert(wheat));
  });

  it('keeps its grain unit if it has no test weight, or several', () => {
    const binWithoutTestWeight = { ...wheat, crop: 'Sunflower Hulls' };
    expect(convertUnits(binWithoutTestWeight, { temperature: null, grain: 'tonnes' })).toBe(
      binWithoutTestWeight,
    );
    const dividedBin = { ...wheat, cables: [cable(1, null), cable(2, 'Canola')] };
    expect(convertUnits(dividedBin, { temperature: null, grain: 'tonnes' })).toBe(dividedBin);
    const binWithoutCrop = { ...wheat, crop: null, volume: null };
    expect(convertUnits(binWithoutCrop, { temperature: null, grain: 'tonnes' })).toBe(
      binWithoutCrop,
    );
  });
});
