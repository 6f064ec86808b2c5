import { HOUR, MINUTE, millis, SECOND } from '@granary/domain/units';
import { describe, expect, it, vi } from 'vitest';
import { allBins } from '../features/bins/get-all-bins.ts';
import { binDetails } from '../features/bins/get-bin.ts';
import { farmBins } from '../features/bins/get-farm-bins.ts';
import { chartOf } from '../features/chart/get-chart.ts';
import { farmDetails } from '../features/farms/get-farm.ts';
import { farmsOf } from '../features/farms/get-farms.ts';
import { notifications } from '../features/notifications/notifications.ts';
import { gaugeReading, latestReading, readingAt } from '../features/readings/get-reading.ts';

// A session is looked for as soon as its module is loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

describe('what was fetched', () => {
  it.each([
    ['farms', farmsOf(1), 5 * MINUTE, 30 * MINUTE],
    ['a farm', farmDetails(1), 5 * MINUTE, 30 * MINUTE],
    ["a farm's bins", farmBins(1), 2 * MINUTE, 30 * MINUTE],
    ['all bins', allBins, 2 * MINUTE, 3 * MINUTE],
  ])('%s is fresh and kept as long as is written down', (_, query, fresh, kept) => {
    expect(query.staleTime).toBe(fresh);
    expect(query.gcTime).toBe(kept);
  });

  it('of a reading is fresh for a minute, and the latest is asked for when the window is looked at', () => {
    expect(latestReading(1).staleTime).toBe(MINUTE);
    expect(latestReading(1).refetchOnWindowFocus).toBe(true);
    expect(readingAt(1, millis(HOUR)).staleTime).toBe(MINUTE);
  });

  it('of the bell and of a chart is asked for when the window is looked at', () => {
    expect(notifications.refetchOnWindowFocus).toBe(true);
    expect(chartOf(1, 7).refetchOnWindowFocus).toBe(true);
  });

  it('of a gauge is asked for every five seconds, and whenever the window is looked at', () => {
    expect(gaugeReading(1).queryKey).toEqual(latestReading(1).queryKey);
    expect(gaugeReading(1).refetchInterval).toBe(5 * SECOND);
    expect(gaugeReading(1).refetchOnWindowFocus).toBe('always');
  });

  it('of a bin that was opened is kept as long as the visit lasts', () => {
    expect(binDetails(1).gcTime).toBe(Number.POSITIVE_INFINITY);
    expect(latestReading(1).gcTime).toBe(Number.POSITIVE_INFINITY);
  });

  it('of a bin’s settings is asked for whenever they are opened', () => {
    expect(binDetails(1).staleTime).toBe(0);
  });
});
