import { describe, expect, it } from 'vitest';
import { makeBinWithSettings } from './bin.fixture.ts';
import { findConflictingLimits } from './conflicting-limits.ts';
import { toSettingsValues } from './settings-values.ts';

const findConflicts = (changes: object, locale = 'en') =>
  findConflictingLimits({ ...toSettingsValues(makeBinWithSettings(), locale), ...changes }, 'c');
const noConflicts = {
  hasThresholdConflict: false,
  hasAmbientMoistureConflict: false,
  hasDeadZoneConflict: false,
};

describe('conflicting limits', () => {
  it('include a fan that starts at or below its stop threshold', () => {
    expect(findConflicts({ fanOnThreshold: '5', fanOffThreshold: '20' })).toEqual({
      ...noConflicts,
      hasThresholdConflict: true,
    });
    expect(
      findConflicts({ fanOnThreshold: '20', fanOffThreshold: '20' }).hasThresholdConflict,
    ).toBe(true);
    expect(findConflicts({ fanOnThreshold: '20', fanOffThreshold: '5' })).toEqual(noConflicts);
  });

  it('include ambient limits that exclude all air', () => {
    expect(findConflicts({ minAmbientMoisture: '20', maxAmbientMoisture: '5' })).toEqual({
      ...noConflicts,
      hasAmbientMoistureConflict: true,
    });
    const validLimits = { minAmbientMoisture: '11,5', maxAmbientMoisture: '14' };
    expect(findConflicts(validLimits, 'de')).toEqual(noConflicts);
  });

  it('include a dead zone that reaches the floor of the bin', () => {
    expect(findConflicts({ deadZoneMm: '9,000', levelSensorEmptyMm: '8600' })).toEqual({
      ...noConflicts,
      hasDeadZoneConflict: true,
    });
    expect(findConflicts({ deadZoneMm: '300', levelSensorEmptyMm: '8600' })).toEqual(noConflicts);
  });

  it('ignore empty and invalid numbers', () => {
    const emptyOrInvalid = { fanOnThreshold: '', minAmbientMoisture: 'dry', deadZoneMm: '300' };
    expect(findConflicts({ ...emptyOrInvalid, levelSensorEmptyMm: '' })).toEqual(noConflicts);
  });
});
