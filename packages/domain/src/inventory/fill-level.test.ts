import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateFillLevel,
  calculateQuantity,
  type FillLevelInputs,
  type FillMethod,
} from './fill-level.ts';

const noInputs: FillLevelInputs = {
  levelMm: null,
  emptyMm: null,
  deadZoneMm: null,
  pressureX1: null,
  pressureX2: null,
  pressureY1: null,
  pressureY2: null,
  loaded: 0,
  unloaded: 0,
  binSize: null,
};

function calculatePercent(
  method: FillMethod,
  inputs: Partial<FillLevelInputs>,
): number | 'unknown' {
  const fillLevel = calculateFillLevel(method, { ...noInputs, ...inputs });
  return fillLevel.isKnown ? fillLevel.percent : 'unknown';
}

describe('SiloScan', () => {
  const radar = { levelMm: 2500, emptyMm: 8500, deadZoneMm: 500 };

  test('Max measures the air above the grain, Pro the grain', () => {
    expect(calculatePercent('siloscan max', radar)).toBe(68.8);
    expect(calculatePercent('siloscan pro', radar)).toBe(31.3);
  });

  test('uses a dead zone of 0 if none is set', () => {
    expect(calculatePercent('siloscan max', { levelMm: 2500, emptyMm: 10_000 })).toBe(75);
  });

  test('stays between 0 and 100 %', () => {
    expect(calculatePercent('siloscan max', { ...radar, levelMm: 9000 })).toBe(0);
    expect(calculatePercent('siloscan pro', { ...radar, levelMm: 9000 })).toBe(100);
    expect(calculatePercent('siloscan max', { ...radar, levelMm: -10 })).toBe(100);
    expect(calculatePercent('siloscan pro', { ...radar, levelMm: -10 })).toBe(0);
  });

  test.each([
    ['level', { ...radar, levelMm: null }],
    ['bin height', { ...radar, emptyMm: null }],
    ['nonzero range', { ...radar, deadZoneMm: 8500 }],
    ['positive range', { ...radar, emptyMm: 400 }],
  ])('without a %s is unknown', (_what, inputs) => {
    expect(calculatePercent('siloscan max', inputs)).toBe('unknown');
    expect(calculatePercent('siloscan pro', inputs)).toBe('unknown');
  });
});

test('Max and Pro add up to 100 % for the same radar reading', () => {
  const mm = fc.integer({ min: -20_000, max: 40_000 });
  fc.assert(
    fc.property(
      mm,
      fc.integer({ min: 1, max: 30_000 }),
      fc.nat(5_000),
      (levelMm, range, deadZone) => {
        const radar = { levelMm, emptyMm: range + deadZone, deadZoneMm: deadZone };
        const pro = Math.min(100, Math.max(0, (100 * levelMm) / range));
        expect(calculatePercent('siloscan pro', radar)).toBeCloseTo(pro, 0);
        expect(calculatePercent('siloscan max', radar)).toBeCloseTo(100 - pro, 0);
      },
    ),
  );
});

describe('pressure cables', () => {
  test('return the mean of the covered fractions', () => {
    const two = { pressureX1: 6, pressureY1: 8, pressureX2: 4, pressureY2: 8 };
    expect(calculatePercent('pressure cable', two)).toBe(62.5);
  });

  test.each([0, null])('return the fraction of the other cable if one has %s sensors', (total) => {
    const counts = { pressureX1: 1, pressureY1: 3, pressureX2: 5, pressureY2: total };
    expect(calculatePercent('pressure cable', counts)).toBe(33.3);
  });

  test('stay between 0 and 100 % for impossible counts', () => {
    expect(calculatePercent('pressure cable', { pressureX1: 9, pressureY1: 8 })).toBe(100);
    expect(calculatePercent('pressure cable', { pressureX1: -1, pressureY1: 8 })).toBe(0);
  });

  test('leave the fill level unknown if there is no cable or a cable does not report', () => {
    expect(calculatePercent('pressure cable', { pressureX1: 3, pressureX2: 3 })).toBe('unknown');
    expect(calculatePercent('pressure cable', { pressureY1: 8 })).toBe('unknown');
    const half = { pressureX1: 4, pressureY1: 8, pressureX2: null, pressureY2: 8 };
    expect(calculatePercent('pressure cable', half)).toBe('unknown');
    expect(calculatePercent('pressure cable', { pressureX1: 4, pressureY1: -8 })).toBe('unknown');
  });
});

describe('the ledger', () => {
  test('divides loads minus unloads by the size', () => {
    expect(calculatePercent('manual', { loaded: 5000, unloaded: 1234, binSize: 10_000 })).toBe(
      37.7,
    );
    expect(calculatePercent('manual', { loaded: 5000, unloaded: 5000, binSize: 10_000 })).toBe(0);
  });

  test('leaves the fill level unknown while it is empty', () => {
    expect(calculatePercent('manual', { binSize: 10_000 })).toBe('unknown');
  });

  test('stays between 0 and 100 % if the balance is negative or above the size', () => {
    expect(calculatePercent('manual', { loaded: 10, unloaded: 20, binSize: 100 })).toBe(0);
    expect(calculatePercent('manual', { loaded: 200, binSize: 100 })).toBe(100);
  });

  test.each([null, 0, -5])('leaves the fill level unknown for a bin of size %s', (binSize) => {
    expect(calculatePercent('manual', { loaded: 10, binSize })).toBe('unknown');
  });
});

test('a known fill level is a percentage to one decimal', () => {
  const number = fc.option(fc.double({ min: -1e5, max: 1e5, noNaN: true }));
  const amount = fc.double({ min: 0, max: 1e6, noNaN: true });
  const inputs = fc.record<FillLevelInputs>({
    levelMm: number,
    emptyMm: number,
    deadZoneMm: number,
    pressureX1: number,
    pressureX2: number,
    pressureY1: number,
    pressureY2: number,
    loaded: amount,
    unloaded: amount,
    binSize: number,
  });
  const method = fc.constantFrom<FillMethod>(
    'manual',
    'siloscan pro',
    'siloscan max',
    'pressure cable',
  );
  fc.assert(
    fc.property(method, inputs, (fillMethod, values) => {
      const fillLevel = calculateFillLevel(fillMethod, values);
      if (!fillLevel.isKnown) return;
      expect(fillLevel.percent).toBeGreaterThanOrEqual(0);
      expect(fillLevel.percent).toBeLessThanOrEqual(100);
      expect(fillLevel.percent).toBe(Number(fillLevel.percent.toFixed(1)));
    }),
  );
});

describe('the quantity', () => {
  const calculateManualQuantity = (loaded: number, binSize: number) =>
    calculateQuantity(binSize, calculateFillLevel('manual', { ...noInputs, loaded, binSize }));

  test('is calculated from the unrounded fraction', () => {
    expect(calculateManualQuantity(7500, 12_000)).toBe(7500);
    expect(calculateManualQuantity(4350, 13_800)).toBe(4350);
    expect(calculateManualQuantity(17.4, 50)).toBe(17.4);
  });

  test('is never above the size or below 0', () => {
    expect(calculateManualQuantity(120, 100)).toBe(100);
    expect(calculateManualQuantity(-5, 100)).toBe(0);
  });

  test('is unknown without a size or a fill level', () => {
    expect(calculateQuantity(null, { isKnown: true, percent: 50, fraction: 0.5 })).toBe(null);
    expect(calculateQuantity(100, { isKnown: false })).toBe(null);
  });
});
