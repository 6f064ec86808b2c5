import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import publishedValues from '../../../../vectors/moisture-published.json' with { type: 'json' };
import workedExamples from '../../../../vectors/moisture-worked.json' with { type: 'json' };
import { NO_VALUE, toHundredths } from '../units.ts';
import { findConstantSet } from './constant-sets.ts';
import { type ConstantSet, constantSets } from './emc-constants.ts';
import { calculateErh, toDryBasis } from './emc-equations.ts';
import {
  calculateMoisture,
  calculateMoistureHundredths,
  isAboveEquationRange,
  type MoistureSource,
} from './moisture.ts';

function findSet(id: string): ConstantSet {
  const set = findConstantSet(id);
  if (set === null) throw new Error(`No constant set ${id}`);
  return set;
}

const createModelSource = (id: string): MoistureSource => ({ kind: 'model', set: findSet(id) });

const corn = createModelSource('corn-henderson');
const oats = createModelSource('oats-chung-pfost');
const canola = createModelSource('canola-henderson');
const durum = createModelSource('wheat-durum-oswin');
const table: MoistureSource = {
  kind: 'table',
  table: {
    temperatures: [0, 20],
    humidities: [40, 98],
    cells: [
      [10, 8],
      [22, 20],
    ],
  },
};

const anySource = fc.constantFrom<MoistureSource>(
  ...constantSets.map((set): MoistureSource => ({ kind: 'model', set })),
  table,
);

describe.each(publishedValues.groups)('$source', ({ values }) => {
  test.each(values)(
    '$set gives $moisturePct % at $temperatureC °C and $humidityPct %',
    ({ set, temperatureC, humidityPct, moisturePct, tolerance }) => {
      const moisture = calculateMoisture(
        createModelSource(set),
        temperatureC,
        humidityPct,
      ) as number;
      expect(Math.abs(moisture - moisturePct)).toBeLessThan(tolerance);
    },
  );

  test.each(values)(
    '$set gives $humidityPct % humidity at $temperatureC °C and $moisturePct %',
    ({ set, temperatureC, humidityPct, moisturePct, tolerance }) => {
      const toHumidity = (moisture: number) =>
        100 * calculateErh(findSet(set), temperatureC, toDryBasis(moisture));
      expect(toHumidity(moisturePct - tolerance)).toBeLessThan(humidityPct);
      expect(toHumidity(moisturePct + tolerance)).toBeGreaterThan(humidityPct);
    },
  );
});

test.each(workedExamples.moisture)(
  '$set calculates $moisturePct % at $temperatureC °C and $humidityPct %',
  ({ set, temperatureC, humidityPct, moisturePct, tolerance }) => {
    const moisture = calculateMoisture(createModelSource(set), temperatureC, humidityPct) as number;
    expect(Math.abs(moisture - moisturePct)).toBeLessThan(tolerance);
  },
);

test('moisture is null without a source, a temperature or a humidity', () => {
  expect(calculateMoisture(null, 20, 60)).toBeNull();
  expect(calculateMoisture(corn, null, 60)).toBeNull();
  expect(calculateMoisture(corn, 20, null)).toBeNull();
  expect(calculateMoisture(corn, Number.NaN, 60)).toBeNull();
  expect(calculateMoisture(corn, 20, Number.NaN)).toBeNull();
});

test('above 95 % humidity, the moisture is the value at 95 %', () => {
  expect(calculateMoisture(corn, 20, 95.01)).toBe(calculateMoisture(corn, 20, 95));
  expect(calculateMoisture(corn, 20, 100)).toBe(calculateMoisture(corn, 20, 95));
  expect(calculateMoisture(table, 0, 99)).toBe(calculateMoisture(table, 0, 95));
  expect(isAboveEquationRange(95)).toBe(false);
  expect(isAboveEquationRange(95.01)).toBe(true);
});

test('below 10 % humidity, an equation returns no moisture', () => {
  expect(calculateMoisture(corn, 20, 10)).not.toBeNull();
  expect(calculateMoisture(corn, 20, 9.99)).toBeNull();
  expect(calculateMoistureHundredths(corn, 2000, 999)).toBe(NO_VALUE);
});

test('below -30 °C, the equations with a pole return their value at -30 °C', () => {
  for (const source of [corn, oats, canola]) {
    expect(calculateMoisture(source, -45, 60)).toBe(calculateMoisture(source, -30, 60));
    expect(calculateMoisture(source, -29, 60)).not.toBe(calculateMoisture(source, -30, 60));
  }
  expect(calculateMoisture(durum, -45, 60)).toBeGreaterThan(
    calculateMoisture(durum, -30, 60) as number,
  );
});

test('moisture is unknown outside the measuring range of the sensors', () => {
  expect(calculateMoisture(durum, -50.01, 60)).toBeNull();
  expect(calculateMoisture(durum, 85.01, 60)).toBeNull();
  expect(calculateMoistureHundredths(durum, -5001, 6000)).toBe(NO_VALUE);
  expect(calculateMoistureHundredths(durum, 8501, 6000)).toBe(NO_VALUE);
});

test('moisture is null outside the range of an uploaded table', () => {
  expect(calculateMoisture(table, 20.01, 60)).toBeNull();
  expect(calculateMoisture(table, -0.01, 60)).toBeNull();
  expect(calculateMoisture(table, 10, 39.9)).toBeNull();
});

describe('moisture in hundredths', () => {
  test('is missing without a measurement or a source', () => {
    expect(calculateMoistureHundredths(null, 2000, 6000)).toBe(NO_VALUE);
    expect(calculateMoistureHundredths(corn, NO_VALUE, 6000)).toBe(NO_VALUE);
    expect(calculateMoistureHundredths(corn, 2000, NO_VALUE)).toBe(NO_VALUE);
    expect(calculateMoistureHundredths(table, NO_VALUE, 6000)).toBe(NO_VALUE);
    expect(calculateMoistureHundredths(table, 2000, NO_VALUE)).toBe(NO_VALUE);
  });

  test('is the exact moisture, rounded', () => {
    const temperature = fc.integer({ min: -5200, max: 8700 });
    const humidity = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(anySource, temperature, humidity, (source, t, rh) => {
        const exact = calculateMoisture(source, t / 100, rh / 100);
        const fast = calculateMoistureHundredths(source, t, rh);
        if (exact === null) expect(fast).toBe(NO_VALUE);
        else expect(Math.abs(fast - exact * 100)).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(Math.abs(fast - toHundredths(exact))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });

  test('is between 0 and 100 % for all measurable values', () => {
    const temperature = fc.integer({ min: -5000, max: 8500 });
    const humidity = fc.integer({ min: 1000, max: 10_000 });
    const set = fc.constantFrom(...constantSets);
    fc.assert(
      fc.property(set, temperature, humidity, (set, t, rh) => {
        const moisture = calculateMoistureHundredths({ kind: 'model', set }, t, rh);
        expect(moisture).toBeGreaterThan(0);
        expect(moisture).toBeLessThan(10_000);
      }),
      { numRuns: 2000 },
    );
  });
});
