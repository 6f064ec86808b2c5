import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { exampleLiveReading } from '../../bin-data/reading.fixture.ts';
import { binSummary } from './bin-summary.fixture.ts';
import { mergeReading, mergeReadings } from './merge-reading.ts';

const at = (ms: number, binId = 1) => exampleLiveReading({ binId, at: millis(ms) });

describe('merging a live reading into a bin', () => {
  it('keeps the newer reading', () => {
    const bin = binSummary({ latest: at(2_000) });
    expect(mergeReading(bin, at(3_000)).latest?.at).toBe(3_000);
    expect(mergeReading(bin, at(1_000))).toBe(bin);
    expect(mergeReading(bin, null)).toBe(bin);
  });

  it('takes the fan of a reading with the same time', () => {
    const bin = binSummary({ latest: at(2_000) });
    const fan = { attached: true, running: true, since: millis(1_500) };
    expect(mergeReading(bin, { ...at(2_000), fan }).fan).toEqual(fan);
    expect(mergeReading(bin, { ...at(1_000), fan }).fan).toEqual(bin.fan);
  });

  it('uses the first reading of a bin', () => {
    expect(mergeReading(binSummary({ latest: null }), at(1_000)).latest?.at).toBe(1_000);
  });

  it('ignores readings of other bins', () => {
    const bin = binSummary({ id: 2, latest: null });
    expect(mergeReading(bin, at(1_000))).toBe(bin);
  });

  it('takes the volume, the hottest sensor and the findings of the newest one', () => {
    const bin = binSummary({ latest: null, volume: 3_000 });
    const hotSensors = [{ cable: 1, position: 2, depth: 2, temperature: 31, excess: 17 }];
    const grainHottest = { cable: 1, position: 2, value: 31 };
    const reading = exampleLiveReading({ loadQuantity: 4_350, hotSensors, grainHottest });
    const merged = mergeReading(bin, reading);
    expect(merged.volume).toBe(4_350);
    expect(merged.latest?.hottest).toMatchObject({ depth: 2, temperature: 31 });
    expect(merged.findings[0]?.kind).toBe('hot-spot');
    const unknown = exampleLiveReading({ loadQuantity: null });
    expect(mergeReading(bin, unknown).volume).toBe(null);
  });
});

describe('merging live readings into a list', () => {
  it('returns the same list if nothing is newer', () => {
    const bins = [binSummary({ latest: at(2_000) })];
    expect(mergeReadings(bins, new Map([[1, at(1_000)]]))).toBe(bins);
  });

  it('changes only the bins that have a newer one', () => {
    const bins = [binSummary({ id: 1, latest: null }), binSummary({ id: 2, latest: null })];
    const updated = mergeReadings(bins, new Map([[2, at(1_000, 2)]]));
    expect(updated[0]).toBe(bins[0]);
    expect(updated[1]?.latest?.at).toBe(1_000);
  });
});
