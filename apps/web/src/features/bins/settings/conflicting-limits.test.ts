import { describe, expect, it } from 'vitest';
import { fullBin } from './bin.fixture.ts';
import { findConflictingLimits } from './conflicting-limits.ts';
import { toSettingsValues } from './settings-values.ts';

const crossed = (changes: object, locale = 'en') =>
  findConflictingLimits({ ...toSettingsValues(fullBin(), locale), ...changes }, 'c');
const none = { thresholds: false, ambientMoisture: false, deadZone: false };

describe('conflicting limits', () => {
  it('include a fan that starts at or below its stop threshold', () => {
    expect(crossed({ fanOnThreshold: '5', fanOffThreshold: '20' })).toEqual({
      ...none,
      thresholds: true,
    });
    expect(crossed({ fanOnThreshold: '20', fanOffThreshold: '20' }).thresholds).toBe(true);
    expect(crossed({ fanOnThreshold: '20', fanOffThreshold: '5' })).toEqual(none);
  });

  it('include ambient limits that exclude all air', () => {
    expect(crossed({ minAmbientMoisture: '20', maxAmbientMoisture: '5' })).toEqual({
      ...none,
      ambientMoisture: true,
    });
    const validLimits = { minAmbientMoisture: '11,5', maxAmbientMoisture: '14' };
    expect(crossed(validLimits, 'de')).toEqual(none);
  });

  it('include a dead zone as high as the bin', () => {
    expect(crossed({ deadZoneMm: '9,000', levelSensorEmptyMm: '8600' })).toEqual({
      ...none,
      deadZone: true,
    });
    expect(crossed({ deadZoneMm: '300', levelSensorEmptyMm: '8600' })).toEqual(none);
  });

  it('ignore empty and invalid numbers', () => {
    const empty = { fanOnThreshold: '', minAmbientMoisture: 'dry', deadZoneMm: '300' };
    expect(crossed({ ...empty, levelSensorEmptyMm: '' })).toEqual(none);
  });
});
