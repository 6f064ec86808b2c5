import { DAY, HOUR } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { conductHeat } from './conduction.ts';
import { RINGS } from './layout.ts';

const YEAR = 365.2422 * DAY;

/**
 * Measures the amplitude, and the lag in days, of the annual temperature wave in a grain cell when the
 * boundary varies by ±1 °C.
 */
function measureWave(
  size: { readonly radiusM: number; readonly heightM: number; readonly rows: number },
  cell: number,
  getBoundary: (boundaryTemperature: number) => { wall: number; top: number; floor: number },
): { readonly amplitude: number; readonly lagDays: number } {
  let temperature = new Float64Array(size.rows * RINGS);
  const step = 6 * HOUR;
  let cosine = 0;
  let sine = 0;
  let count = 0;
  for (let at = 0; at < 5 * YEAR; at += step) {
    const phase = (2 * Math.PI * at) / YEAR;
    temperature = conductHeat(
      temperature,
      size,
      0,
      getBoundary(Math.cos(phase)),
      step,
    ) as typeof temperature;
    if (at < 4 * YEAR) continue;
    cosine += (temperature[cell] ?? 0) * Math.cos(phase);
    sine += (temperature[cell] ?? 0) * Math.sin(phase);
    count++;
  }
  const amplitude = (2 * Math.hypot(cosine, sine)) / count;
  const phaseDays = (Math.atan2(sine, cosine) / (2 * Math.PI)) * (YEAR / DAY);
  return { amplitude, lagDays: phaseDays < 0 ? phaseDays + YEAR / DAY : phaseDays };
}

describe('the annual temperature wave', () => {
  // Analytic solution: T = |I0(k r) / I0(k R)|, k = sqrt(i w / a), a = 1e-7 m²/s.
  it.each([
    [2.745, 0.313, 135],
    [3.5, 0.166, 179],
    [4.5, 0.07, 237],
  ])(
    'reaches the center of a bin with a radius of %f m, damped to %f and %i days late',
    (radiusM, amplitude, lag) => {
      const size = { radiusM, heightM: 60, rows: 9 };
      const middle = 4 * RINGS;
      const measuredWave = measureWave(size, middle, (boundaryTemperature) => ({
        wall: boundaryTemperature,
        top: boundaryTemperature,
        floor: boundaryTemperature,
      }));
      expect(measuredWave.amplitude / amplitude).toBeGreaterThan(0.9);
      expect(measuredWave.amplitude / amplitude).toBeLessThan(1.15);
      expect(Math.abs(measuredWave.lagDays - lag)).toBeLessThan(10);
    },
  );

  it.each([
    [0.5, 0.607, 29],
    [1, 0.369, 58],
    [2, 0.136, 116],
  ])('reaches %f m below the surface, damped to %f and %i days late', (depthM, amplitude, lag) => {
    // The cell is far from the wall of a very wide bin; its center is `offsetM` below the depth.
    const rows = 80;
    const heightM = 20;
    const row = Math.round((depthM / heightM) * rows);
    const offsetM = ((row + 0.5) * heightM) / rows - depthM;
    const measuredWave = measureWave(
      { radiusM: 100, heightM, rows },
      row * RINGS,
      (boundaryTemperature) => ({
        wall: 0,
        top: boundaryTemperature,
        floor: 0,
      }),
    );
    expect(Math.abs(measuredWave.amplitude * Math.exp(offsetM / 1.002) - amplitude)).toBeLessThan(
      0.02,
    );
    expect(Math.abs(measuredWave.lagDays - (offsetM / 1.002) * 58.1 - lag)).toBeLessThan(5);
  });
});

it('does not warm or cool grain that is at the temperature of its boundary', () => {
  const size = { radiusM: 3, heightM: 7, rows: 12 };
  const before = new Float64Array(12 * RINGS).fill(14);
  const after = conductHeat(before, size, 3, { wall: 14, top: 14, floor: 14 }, HOUR);
  expect(after).toEqual(before);
});
