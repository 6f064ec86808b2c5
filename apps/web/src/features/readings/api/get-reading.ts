import { getSensorReading, getSensorReadingByFilters } from '@granary/contract/readings/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { latestReadingCall } from '../../../bin-data/first-calls.ts';
import { call } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { live } from '../../../lib/live-client.ts';

/** The latest reading of a bin, null before its first; live readings replace it. */
export function latestReadingQuery(binId: number) {
  return queryOptions({
    queryKey: ['reading', binId, 'latest'],
    queryFn: async ({ signal, client, queryKey }) => {
      const request = { bins: [binId] };
      if (!live.isWatching(request)) {
        // Shown at once, and fetched again once the bin is watched.
        client.setQueryData(queryKey, await fetchReadingByPage(binId, 0, signal));
        await live.whenWatching(request);
        // The bin too: its fan was not watched until now.
        void client.invalidateQueries({ queryKey: ['bin', binId] });
      }
      const newest = live.newestFromNow();
      return newerReading(await fetchReadingByPage(binId, 0, signal), newest(binId));
    },
    staleTime: MINUTE,
    // As long as the bin itself.
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: true,
  });
}

/** The latest reading for a gauge that is watched while a truck unloads. */
export function gaugeReadingQuery(binId: number) {
  return {
    ...latestReadingQuery(binId),
    refetchInterval: 5 * SECOND,
    refetchOnWindowFocus: 'always',
  } as const;
}

/** The newest reading at or before an instant, at most 24 hours older; null if there is none. */
export function readingAtQuery(binId: number, at: Millis) {
  return queryOptions({
    queryKey: ['reading', binId, at],
    queryFn: ({ signal }) => fetchReadingAtOrBefore(binId, at, signal),
    staleTime: MINUTE,
  });
}

/** Fetches a reading by record number, 0 is the latest; null past the oldest. */
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

export async function fetchReadingAtOrBefore(
  binId: number,
  at: number,
  signal?: AbortSignal,
): Promise<Reading | null> {
  const query = { bin_sensor_id: binId, dateTime: millis(at) };
  const found = await call(getSensorReadingByFilters, { query }, signal);
  return found[0] ?? null;
}

/** The newer of two readings of a bin; the first if both were taken at the same time. */
export function newerReading(one: Reading | null, other: Reading | null): Reading | null {
  if (one === null || other === null) return one ?? other;
  return other.at > one.at ? other : one;
}
