import type { BinSummary } from '@granary/contract/bins/lists';
import type { WatchRequest } from '@granary/contract/readings/live';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { live } from '../../../lib/live-client.ts';
import { findEarliestCallTime } from '../../../lib/preloaded-responses.ts';
import { mergeReading } from '../merge-reading.ts';

type Bins = readonly BinSummary[];

/**
 * Fetches bins and merges in the live readings that arrived during the fetch. The bins are shown before they
 * are watched, and fetched again only if a reading may have been missed in between.
 */
export async function fetchBinsWithLiveReadings(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  fetchAll: () => Promise<Bins>,
  buildRequest: (bins: Bins) => WatchRequest,
): Promise<Bins> {
  const fetchNow = async () => {
    const since = findEarliestCallTime(performance.now());
    const getNewest = live.trackNewestReadings();
    const bins = await fetchAll();
    return { since, merge: () => bins.map((bin) => mergeReading(bin, getNewest(bin.id))) };
  };
  const firstFetch = await fetchNow();
  const bins = firstFetch.merge();
  const request = buildRequest(bins);
  if (bins.length === 0 || live.hasAllReadingsSince(request, firstFetch.since)) return bins;
  client.setQueryData(queryKey, bins);
  await live.waitUntilWatching(request);
  const hasMissedReadings =
    live.isWatching(request) && !live.hasAllReadingsSince(request, firstFetch.since);
  return hasMissedReadings ? (await fetchNow()).merge() : firstFetch.merge();
}
