import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { exampleLiveReading } from '../../bin-data/reading.fixture.ts';
import { listedBin } from './listed-bin.fixture.ts';
import { mergeReading, mergeReadings } from './merge-reading.ts';

const at = (ms: number, binId = 1) => exampleLiveReading({ binId, at: millis(ms) });

describe('merging a live reading into a bin', () => {
  it('takes a newer one and otherwise keeps the old one', () => {
    const bin = listedBin({ latest: at(2_000) });
    expect(mergeReading(bin, at(3_000)).latest?.at).toBe(3_000);
    expect(mergeReading(bin, at(1_000))).toBe(bin);
    expect(mergeReading(bin, null)).toBe(bin);
  });

  it('takes the fan of a reading with the same time', () => {
    const bin = listedBin({ latest: at(2_000) });
    const fan = { attached: true, running: true, since: millis(1_500) };
    expect(mergeReading(bin, { ...at(2_000), fan }).fan).toEqual(fan);
    expect(mergeReading(bin, { ...at(1_000), fan }).fan).toEqual(bin.fan);
  });

  it('takes the first one', () => {
    expect(mergeReading(listedBin({ latest: null }), at(1_000)).latest?.at).toBe(1_000);
  });

  it('ignores readings of other bins', () => {
    const bin = listedBin({ id: 2, latest: null });
    expect(mergeReading(bin, at(1_000))).toBe(bin);
  });

  it('takes the volume of the newest one', () => {
    const bin = listedBin({ latest: null, volume: 3_000 });
    expect(mergeReading(bin, exampleLiveReading({ loadQuantity: 4_350 })).volume).toBe(4_350);
    expect(mergeReading(bin, exampleLiveReading({ loadQuantity: null })).volume).toBe(null);
  });
});

describe('merging live readings into a list', () => {
  it('returns the same list if nothing is newer', () => {
    const bins = [listedBin({ latest: at(2_000) })];
    expect(mergeReadings(bins, new Map([[1, at(1_000)]]))).toBe(bins);
  });

  it('changes only the bins that have a newer one', () => {
    const bins = [listedBin({ id: 1, latest: null }), listedBin({ id: 2, latest: null })];
    const updated = mergeReadings(bins, new Map([[2, at(1_000, 2)]]));
    expect(updated[0]).toBe(bins[0]);
    expect(updated[1]?.latest?.at).toBe(1_000);
  });
});
