import type { BinLoad } from '@granary/contract/inventory/http';
import { MINUTE, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { findLedgerExcess, findLoadExcess, type LedgerContext } from './check-volumes.ts';

const entry = (id: number, type: BinLoad['type'], volume: number, at = 0): BinLoad => ({
  id,
  type,
  volume,
  binId: 4,
  at: millis(at),
  moisture: null,
  protein: null,
  version: 1,
});
const ledger = [entry(1, 'load', 900), entry(2, 'unload', 300)];
const manualBin = { loadMethod: 'manual', size: 1000 } as const;

const findEntryExcess = (
  typed: Pick<BinLoad, 'type' | 'volume'>,
  context: Omit<LedgerContext, 'measurement'>,
) => findLoadExcess({ at: millis(0), ...typed }, { measurement: null, ...context });

describe('an entry for a bin with a manual ledger', () => {
  it.each([
    ['load', 400, null],
    ['load', 401, { kind: 'over', resultingVolume: 1001, size: 1000 }],
    ['unload', 600, null],
    ['unload', 601, { kind: 'short', available: 600 }],
  ] as const)('checks a %s of %d with 600 of 1000 in the bin', (type, volume, excess) => {
    expect(
      findEntryExcess({ type, volume }, { bin: manualBin, loads: ledger, editedLoad: null }),
    ).toEqual(excess);
  });

  it('ignores the old version of the edited entry', () => {
    const findExcess = (edited: BinLoad, volume: number) =>
      findEntryExcess(
        { type: edited.type, volume },
        { bin: manualBin, loads: ledger, editedLoad: edited },
      );
    expect(findExcess(entry(1, 'load', 900), 1000)).toBe(null);
    expect(findExcess(entry(1, 'load', 900), 1001)).toMatchObject({
      kind: 'over',
      resultingVolume: 1001,
    });
    expect(findExcess(entry(2, 'unload', 300), 900)).toBe(null);
    expect(findExcess(entry(2, 'unload', 300), 901)).toEqual({ kind: 'short', available: 900 });
  });

  it('adds decimals exactly: 0.7 and 0.1 are 0.8', () => {
    const loads = [entry(1, 'load', 0.7), entry(2, 'load', 0.1)];
    const findExcess = (type: BinLoad['type'], volume: number, size: number) =>
      findEntryExcess({ type, volume }, { bin: { ...manualBin, size }, loads, editedLoad: null });
    expect(findExcess('unload', 0.8, 5)).toBe(null);
    expect(findExcess('unload', 0.801, 5)).toEqual({ kind: 'short', available: 0.8 });
    const oneTenthLoaded = [entry(1, 'load', 0.1)];
    const bin = { ...manualBin, size: 0.3 };
    expect(
      findEntryExcess(
        { type: 'load', volume: 0.2 },
        { bin, loads: oneTenthLoaded, editedLoad: null },
      ),
    ).toBe(null);
  });

  it.each(['load', 'unload'] as const)(
    'is not checked while the volume of the %s is not a number',
    (type) => {
      const typed = { type, volume: Number.NaN };
      expect(findEntryExcess(typed, { bin: manualBin, loads: ledger, editedLoad: null })).toBe(
        null,
      );
    },
  );

  it.each([null, 0])('ignores a size of %s', (size) => {
    const bin = { ...manualBin, size };
    expect(
      findEntryExcess({ type: 'load', volume: 1e6 }, { bin, loads: ledger, editedLoad: null }),
    ).toBe(null);
  });
});

it('checks only loads against the size of a bin with a level sensor', () => {
  const bin = { loadMethod: 'siloscan max', size: 1000 } as const;
  const findVolumeExcess = (type: BinLoad['type'], volume: number) =>
    findEntryExcess({ type, volume }, { bin, loads: ledger, editedLoad: null });
  expect(findVolumeExcess('load', 1000)).toBe(null);
  expect(findVolumeExcess('load', 1001)).toEqual({
    kind: 'over',
    resultingVolume: 1001,
    size: 1000,
  });
  expect(findVolumeExcess('unload', 5000)).toBe(null);
});

describe('a load into a bin with a level sensor', () => {
  const bin = { loadMethod: 'siloscan pro', size: 12_000 } as const;
  const readAt = 100 * MINUTE;
  const measurement = { at: millis(readAt + 30_000), quantity: 10_580 };
  const loadBefore = entry(1, 'load', 9000, readAt - MINUTE);
  const loadAfter = entry(2, 'load', 1000, readAt + MINUTE);
  it.each([
    ['fits', 1420, readAt, [loadBefore], null],
    ['is added to the measured quantity', 2000, readAt, [loadBefore], 12_580],
    [
      'is added to the loads since the measurement',
      421,
      readAt + MINUTE,
      [loadBefore, loadAfter],
      12_001,
    ],
    ['is already measured', 2000, readAt - MINUTE, [loadBefore, loadAfter], null],
    ['alone exceeds the size of the bin', 12_001, readAt - MINUTE, [], 12_001],
  ] as const)('%s', (_, volume, at, loads, resultingVolume) => {
    const typed = { type: 'load', volume, at: millis(at) } as const;
    const expected =
      resultingVolume === null ? null : { kind: 'over', resultingVolume, size: 12_000 };
    expect(findLoadExcess(typed, { bin, loads, editedLoad: null, measurement })).toEqual(expected);
  });
});

describe('a ledger', () => {
  const { loadMethod } = manualBin;
  it.each([
    ['what the bin can hold', 400, 1000, null],
    ['more than the bin can hold', 401, 1000, { kind: 'ledgerOver', amount: 1001, size: 1000 }],
    ['any amount in a bin of unknown size', 9_000, null, null],
    ['zero', -600, 1000, null],
    ['less than zero', -600.5, 1000, { kind: 'ledgerShort', amount: 0.5 }],
  ] as const)('adds up to %s', (_, volumeChange, size, excess) => {
    const last = entry(3, volumeChange < 0 ? 'unload' : 'load', Math.abs(volumeChange));
    expect(findLedgerExcess({ loadMethod, size }, [...ledger, last])).toEqual(excess);
  });

  it('may be incomplete for a bin with a level sensor', () => {
    const bin = { loadMethod: 'siloscan max', size: 1000 } as const;
    expect(findLedgerExcess(bin, [entry(1, 'load', 2000)])).toBe(null);
    expect(findLedgerExcess(bin, [entry(1, 'unload', 1)])).toBe(null);
  });
});
