import { describe, expect, it } from 'vitest';
import { findAirflow } from './airflow.ts';

const plenum = { plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };

describe('the air in the plenum', () => {
  it('counts as moving above the fan-on speed, and as still below the fan-off speed', () => {
    expect([0, 0.9, 1, 3, 3.1].map((speed) => findAirflow(plenum, speed))).toEqual([
      'still',
      'still',
      null,
      null,
      'moving',
    ]);
  });

  it('does not prove anything without a sensor, a measurement or a limit', () => {
    expect(findAirflow({ ...plenum, plenumSensorAttached: false }, 5)).toBeNull();
    expect(findAirflow(plenum, null)).toBeNull();
    expect(findAirflow({ ...plenum, fanOnSpeed: null }, 5)).toBeNull();
    expect(findAirflow({ ...plenum, fanOffSpeed: null }, 0)).toBeNull();
  });
});
