import { millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { makeExampleLiveReading } from '../../bin-data/reading.fixture.ts';
import { makeBinSummary } from './bin-summary.fixture.ts';
import { mergeReading, mergeReadings } from './merge-reading.ts';

const readingAt = (ms: number, binId = 1) => makeExampleLiveReading({ binId, at: millis(ms) });

describe('merging a live reading into a bin', () => {
  it('keeps the newer reading', () => {
    const bin = makeBinSummary({ latest: readingAt(2_000) });
    expect(mergeReading(bin, readingAt(3_000)).latest?.at).toBe(3_000);
    expect(mergeReading(bin, readingAt(1_000))).toBe(bin);
    expect(mergeReading(bin, null)).toBe(bin);
  });

  it('takes the fan of a reading with the same time', () => {
    const bin = makeBinSummary({ latest: readingAt(2_000) });
    const fan = { isAttached: true, isRunning: true, since: millis(1_500) };
    expect(mergeReading(bin, { ...readingAt(2_000), fan }).fan).toEqual(fan);
    expect(mergeReading(bin, { ...readingAt(1_000), fan }).fan).toEqual(bin.fan);
  });

  it('uses the first reading of a bin', () => {
    expect(mergeReading(makeBinSummary({ latest: null }), readingAt(1_000)).latest?.at).toBe(1_000);
  });

  it('ignores readings of other bins', () => {
    const bin = makeBinSummary({ id: 2, latest: null });
    expect(mergeReading(bin, readingAt(1_000))).toBe(bin);
  });

  it('takes the volume, the hottest sensor and the findings from the newest reading', () => {
    const bin = makeBinSummary({ latest: null, volume: 3_000 });
    const hotSensors = [{ cable: 1, position: 2, depth: 2, temperature: 31, excess: 17 }];
    const grainHottest = { cable: 1, position: 2, value: 31 };
    const reading = makeExampleLiveReading({ loadQuantity: 4_350, hotSensors, grainHottest });
    const mergedBin = mergeReading(bin, reading);
    expect(mergedBin.volume).toBe(4_350);
    expect(mergedBin.latest?.hottest).toMatchObject({ depth: 2, temperature: 31 });
    expect(mergedBin.findings[0]?.kind).toBe('hot-spot');
    const readingWithoutLevel = makeExampleLiveReading({ loadQuantity: null });
    expect(mergeReading(bin, readingWithoutLevel).volume).toBe(null);
  });
});

describe('merging live readings into a list', () => {
  it('returns the same list if nothing is newer', () => {
    const bins = [makeBinSummary({ latest: readingAt(2_000) })];
    expect(mergeReadings(bins, new Map([[1, readingAt(1_000)]]))).toBe(bins);
  });

  it('changes only the bins that have a newer reading', () => {
    const bins = [makeBinSummary({ id: 1, latest: null }), makeBinSummary({ id: 2, latest: null })];
    const mergedBins = mergeReadings(bins, new Map([[2, readingAt(1_000, 2)]]));
    expect(mergedBins[0]).toBe(bins[0]);
    expect(mergedBins[1]?.latest?.at).toBe(1_000);
  });
});
