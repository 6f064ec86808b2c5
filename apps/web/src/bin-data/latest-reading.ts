import { getSensorReading } from '@granary/contract/readings/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { live } from '../lib/live-client.ts';
import { findEarliestCallTime } from '../lib/preloaded-responses.ts';
import { latestReadingCall } from './bin-calls.ts';

/** The latest reading of a bin, null before its first; live readings replace it. */
export function latestReadingQuery(binId: number) {
  return queryOptions({
    queryKey: ['reading', binId, 'latest'],
    queryFn: async ({ signal, client, queryKey }) => {
      const fetchNow = async () => {
        const earliestCallTime = findEarliestCallTime(performance.now());
        const getNewest = live.trackNewestReadings();
        const fetchedReading = await fetchReadingByPage(binId, 0, signal);
        return {
          since: earliestCallTime,
          merge: () => pickNewerReading(fetchedReading, getNewest(binId)),
        };
      };
      const request = { bins: [binId] };
      const firstFetch = await fetchNow();
      if (live.hasAllReadingsSince(request, firstFetch.since)) return firstFetch.merge();
      // Shown at once, and fetched again if a reading arrived before the bin was watched.
      client.setQueryData(queryKey, firstFetch.merge());
      await live.waitUntilWatching(request);
      if (!live.isWatching(request) || live.hasAllReadingsSince(request, firstFetch.since))
        return firstFetch.merge();
      // The bin is fetched again too: its fan may have changed.
      void client.invalidateQueries({ queryKey: ['bin', binId] });
      return (await fetchNow()).merge();
    },
    staleTime: MINUTE,
    // Cached as long as the bin itself.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: true,
  });
}

/** Fetches a reading by record number, where 0 is the latest; null past the oldest. */
export async function fetchReadingByPage(
  binId: number,
  pageNo: number,
  signal?: AbortSignal,
): Promise<Reading | null> {
  try {
    return await (pageNo === 0
      ? call(...latestReadingCall(binId), signal)
      : call(getSensorReading, { query: { bin_sensor_id: binId, page_no: pageNo } }, signal));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_PAGE_NO') return null;
    throw error;
  }
}

/** Returns the newer of two readings of a bin; the first if both were taken at the same time. */
export function pickNewerReading(first: Reading | null, second: Reading | null): Reading | null {
  if (first === null || second === null) return first ?? second;
  return second.at > first.at ? second : first;
}
