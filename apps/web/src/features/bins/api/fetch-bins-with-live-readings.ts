import type { BinSummary } from '@granary/contract/bins/lists';
import type { WatchRequest } from '@granary/contract/readings/live';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { live } from '../../../lib/live-client.ts';
import { findEarliestCallTime } from '../../../lib/preloaded-responses.ts';
import { mergeReading } from '../merge-reading.ts';

type Bins = readonly BinSummary[];

/**
 * Fetches bins merged with the live readings that arrived since then. They are shown before they are
 * watched, and fetched again only if a reading arrived in between, so that none is missed.
 */
export async function fetchBinsWithLiveReadings(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  fetchAll: () => Promise<Bins>,
  requestFor: (bins: Bins) => WatchRequest,
): Promise<Bins> {
  const fetchNow = async () => {
    const since = findEarliestCallTime(performance.now());
    const newest = live.trackNewest();
    const bins = await fetchAll();
    return { since, merge: () => bins.map((bin) => mergeReading(bin, newest(bin.id))) };
  };
  const first = await fetchNow();
  const bins = first.merge();
  const request = requestFor(bins);
  if (bins.length === 0 || live.hasAllSince(request, first.since)) return bins;
  client.setQueryData(queryKey, bins);
  await live.whenWatching(request);
  const hasMissedReadings = live.isWatching(request) && !live.hasAllSince(request, first.since);
  return hasMissedReadings ? (await fetchNow()).merge() : first.merge();
}
