import { HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { demoModel } from '../../test/support/demo-models.ts';
import { advanceBin, createEmptyBin } from './bin.ts';
import { calculateRespirationHeating, stepBin } from './grain.ts';
import { RINGS } from './layout.ts';

const ANCHOR = millis(Date.UTC(2026, 9, 14, 19));

describe('self-heating', () => {
  // Corn of 15 % at 20 °C has an equilibrium humidity of 72 %, 18 % at 25 °C about 86 %.
  it.each([
    [0.645, 15, 0.05],
    [0.72, 20, 0.19],
    [0.79, 25, 0.57],
    [0.86, 25, 1.4],
    [0.915, 30, 4.3],
  ])('at humidity %f and %i °C is about %f °C a day', (humidity, temperature, rise) => {
    expect(calculateRespirationHeating(humidity, temperature) / rise).toBeGreaterThan(0.7);
    expect(calculateRespirationHeating(humidity, temperature) / rise).toBeLessThan(1.4);
  });

  it('ends at the temperature that kills mold', () => {
    expect(calculateRespirationHeating(0.95, 44)).toBe(0);
  });
});

describe('a running fan', () => {
  const model = demoModel('Coteau 4', ANCHOR);
  const full = advanceBin(model, createEmptyBin(model), ANCHOR).grain;
  const cold = { temperature: -10, dayMean: -10, humidity: 60, sun: 0 };
  const run = (isAirMoving: boolean, hours: number) => {
    let state = full;
    for (let i = 0; i < hours; i++)
      state = stepBin(model, state, { weather: cold, isAirMoving }, HOUR);
    return state;
  };
  const inner = (state: typeof full, row: number) => state.temperature[row * RINGS] ?? 0;
  const lowest = model.layout.rows - 1;

  it('cools the grain from the floor up', () => {
    const after = run(true, 12);
    expect(inner(after, lowest)).toBeLessThan(-5);
    expect(Math.abs(inner(after, 5) - inner(full, 5))).toBeLessThan(2);
  });

  it('has cooled all the grain after twice the front time', () => {
    expect(inner(run(true, 150), 4)).toBeLessThan(-5);
  });

  it('changes moisture much more slowly than temperature', () => {
    const after = run(true, 75);
    const changed = after.moisture.map((moisture, row) =>
      Math.abs(moisture - (full.moisture[row] ?? 0)),
    );
    expect(Math.max(...changed)).toBeGreaterThan(0.01);
    expect(Math.max(...changed)).toBeLessThan(2);
  });

  it('vents the CO2 that stays in a bin without air movement', () => {
    const corn = demoModel('Coteau 2', ANCHOR);
    const unvented = advanceBin(corn, createEmptyBin(corn), ANCHOR).grain;
    const vented = stepBin(corn, unvented, { weather: cold, isAirMoving: true }, HOUR);
    expect(unvented.co2).toBeGreaterThan(1_000);
    expect(vented.co2).toBeLessThan(500);
  });

  it('does not change its input state', () => {
    const before = {
      ...full,
      temperature: full.temperature.slice(),
      moisture: full.moisture.slice(),
    };
    run(true, 3);
    expect(full).toEqual(before);
  });
});

it('fills rows with loaded grain and empties them again', () => {
  const model = demoModel('Home 3', ANCHOR);
  const [oldCorn, , emptied, , wetCorn] = model.movements;
  if (!oldCorn || !emptied || !wetCorn) throw new Error('Home 3 has five movements');
  const afterOldCorn = advanceBin(model, createEmptyBin(model), millis(oldCorn.at + HOUR)).grain;
  const afterWetCorn = advanceBin(model, createEmptyBin(model), millis(wetCorn.at + HOUR)).grain;
  const bottom = model.layout.rows - 1;
  const dryBasis = (wet: number) => (100 * wet) / (100 - wet);
  expect(afterOldCorn.moisture[bottom]).toBeCloseTo(dryBasis(14.8), 6);
  expect(afterWetCorn.moisture[bottom]).toBeCloseTo(dryBasis(15), 1);
  expect(afterWetCorn.moisture[3]).toBeCloseTo(dryBasis(17.9), 1);
});
