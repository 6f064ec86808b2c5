import { expect, it } from 'vitest';
import { toFillLevel } from './fill-level.ts';

const gauged = { loadMethod: 'pressure cable', size: 5_000, volume: 4_000 } as const;
const reading = { levelKnown: true, fillPercent: 50, loadQuantity: 2_500 };

it('takes the amount from the reading that the percent is of, not from what was read of the bin', () => {
  expect(toFillLevel(gauged, reading)).toEqual({
    level: { kind: 'known', percent: 50 },
    volume: 2_500,
  });
});

it('counts the percent of a ledger from its amount', () => {
  const bin = { ...gauged, loadMethod: 'manual' } as const;
  expect(toFillLevel(bin, reading)).toEqual({
    level: { kind: 'known', percent: 80 },
    volume: 4_000,
  });
});

it('does not know the level of a bin that has neither reading nor size', () => {
  expect(toFillLevel({ ...gauged, size: null }, null).level).toEqual({ kind: 'unknown' });
  expect(toFillLevel({ ...gauged, volume: null }, null).level).toEqual({ kind: 'unknown' });
});
