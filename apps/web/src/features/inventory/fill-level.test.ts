import { expect, it } from 'vitest';
import { toFillLevel } from './fill-level.ts';

const binWithLevelSensor = { loadMethod: 'pressure cable', size: 5_000, volume: 4_000 } as const;
const reading = { isLevelKnown: true, fillPercent: 50, loadQuantity: 2_500 };

it('takes the percentage and the amount from the same reading', () => {
  expect(toFillLevel(binWithLevelSensor, reading)).toEqual({
    level: { kind: 'known', percent: 50 },
    volume: 2_500,
  });
});

it('calculates the percentage of a ledger from its amount', () => {
  const bin = { ...binWithLevelSensor, loadMethod: 'manual' } as const;
  expect(toFillLevel(bin, reading)).toEqual({
    level: { kind: 'known', percent: 80 },
    volume: 4_000,
  });
});

it('is unknown without a reading if the size or the volume is missing', () => {
  expect(toFillLevel({ ...binWithLevelSensor, size: null }, null).level).toEqual({
    kind: 'unknown',
  });
  expect(toFillLevel({ ...binWithLevelSensor, volume: null }, null).level).toEqual({
    kind: 'unknown',
  });
});
