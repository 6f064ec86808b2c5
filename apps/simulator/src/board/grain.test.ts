import { HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { createDemoModel } from '../../test/support/demo-models.ts';
import { advanceBin, createEmptyBin } from './bin.ts';
import { calculateRespirationHeating, stepBin } from './grain.ts';
import { RINGS } from './layout.ts';

const ANCHOR = millis(Date.UTC(2026, 9, 14, 19));

describe('self-heating', () => {
  // Corn at 15 % moisture and 20 °C has an equilibrium humidity of 72 %; at 18 % and 25 °C, about 86 %.
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
  const model = createDemoModel('Coteau 4', ANCHOR);
  const fullState = advanceBin(model, createEmptyBin(model), ANCHOR).grain;
  const coldWeather = { temperature: -10, dailyMean: -10, humidity: 60, sun: 0 };
  const runFan = (isAirMoving: boolean, hours: number) => {
    let state = fullState;
    for (let i = 0; i < hours; i++)
      state = stepBin(model, state, { weather: coldWeather, isAirMoving }, HOUR);
    return state;
  };
  const getInnerTemperature = (state: typeof fullState, row: number) =>
    state.temperature[row * RINGS] ?? 0;
  const lowestRow = model.layout.rows - 1;

  it('cools the grain from the floor up', () => {
    const stateAfter = runFan(true, 12);
    expect(getInnerTemperature(stateAfter, lowestRow)).toBeLessThan(-5);
    expect(
      Math.abs(getInnerTemperature(stateAfter, 5) - getInnerTemperature(fullState, 5)),
    ).toBeLessThan(2);
  });

  it('cools all the grain in twice the time that the cooling front takes to pass through the bin', () => {
    expect(getInnerTemperature(runFan(true, 150), 4)).toBeLessThan(-5);
  });

  it('changes moisture much more slowly than temperature', () => {
    const stateAfter = runFan(true, 75);
    const moistureChanges = stateAfter.moisture.map((moisture, row) =>
      Math.abs(moisture - (fullState.moisture[row] ?? 0)),
    );
    expect(Math.max(...moistureChanges)).toBeGreaterThan(0.01);
    expect(Math.max(...moistureChanges)).toBeLessThan(2);
  });

  it('vents the CO2 that builds up in a bin without air movement', () => {
    const corn = createDemoModel('Coteau 2', ANCHOR);
    const unvented = advanceBin(corn, createEmptyBin(corn), ANCHOR).grain;
    const vented = stepBin(corn, unvented, { weather: coldWeather, isAirMoving: true }, HOUR);
    expect(unvented.co2).toBeGreaterThan(1_000);
    expect(vented.co2).toBeLessThan(500);
  });

  it('does not change its input state', () => {
    const before = {
      ...fullState,
      temperature: fullState.temperature.slice(),
      moisture: fullState.moisture.slice(),
    };
    runFan(true, 3);
    expect(fullState).toEqual(before);
  });
});

it('fills rows with loaded grain and empties them again', () => {
  const model = createDemoModel('Home 3', ANCHOR);
  const [oldCorn, , emptying, , wetCorn] = model.movements;
  if (!oldCorn || !emptying || !wetCorn) throw new Error('Home 3 must have five movements');
  const afterOldCorn = advanceBin(model, createEmptyBin(model), millis(oldCorn.at + HOUR)).grain;
  const afterWetCorn = advanceBin(model, createEmptyBin(model), millis(wetCorn.at + HOUR)).grain;
  const bottom = model.layout.rows - 1;
  const dryBasis = (wet: number) => (100 * wet) / (100 - wet);
  expect(afterOldCorn.moisture[bottom]).toBeCloseTo(dryBasis(14.8), 6);
  expect(afterWetCorn.moisture[bottom]).toBeCloseTo(dryBasis(15), 1);
  expect(afterWetCorn.moisture[3]).toBeCloseTo(dryBasis(17.9), 1);
});
