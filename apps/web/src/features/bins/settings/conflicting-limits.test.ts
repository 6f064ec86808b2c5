import { describe, expect, it } from 'vitest';
import { fullBin } from './bin.fixture.ts';
import { findConflictingLimits } from './conflicting-limits.ts';
import { toSettingsValues } from './settings-values.ts';

const crossed = (changes: object, locale = 'en') =>
  findConflictingLimits({ ...toSettingsValues(fullBin(), locale), ...changes }, 'c');
const none = { thresholds: false, ambientMoisture: false, deadZone: false };

describe('numbers that leave nothing to work with', () => {
  it('are a fan that starts where it stops, or below', () => {
    expect(crossed({ fanOnThreshold: '5', fanOffThreshold: '20' })).toEqual({
      ...none,
      thresholds: true,
    });
    expect(crossed({ fanOnThreshold: '20', fanOffThreshold: '20' }).thresholds).toBe(true);
    expect(crossed({ fanOnThreshold: '20', fanOffThreshold: '5' })).toEqual(none);
  });

  it('are bounds that no air is within', () => {
    expect(crossed({ minAmbientMoisture: '20', maxAmbientMoisture: '5' })).toEqual({
      ...none,
      ambientMoisture: true,
    });
    const fine = { minAmbientMoisture: '11,5', maxAmbientMoisture: '14' };
    expect(crossed(fine, 'de')).toEqual(none);
  });

  it('are a dead zone as high as the bin', () => {
    expect(crossed({ deadZoneMm: '9,000', levelSensorEmptyMm: '8600' })).toEqual({
      ...none,
      deadZone: true,
    });
    expect(crossed({ deadZoneMm: '300', levelSensorEmptyMm: '8600' })).toEqual(none);
  });

  it('are none that are empty or no numbers', () => {
    const empty = { fanOnThreshold: '', minAmbientMoisture: 'dry', deadZoneMm: '300' };
    expect(crossed({ ...empty, levelSensorEmptyMm: '' })).toEqual(none);
  });
});
