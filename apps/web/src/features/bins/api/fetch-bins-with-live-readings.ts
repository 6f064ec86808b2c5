import type { ListedBin } from '@granary/contract/bins/http';
import type { WatchRequest } from '@granary/contract/readings/live';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { live } from '../../../lib/live-client.ts';
import { mergeReading } from '../merge-reading.ts';

type Bins = readonly ListedBin[];

/**
 * Fetches bins merged with the live readings that arrived during the request. The first time, bins
 * are shown before they are watched and fetched again afterward; later they are watched first. No
 * reading in between is missed.
 */
export async function fetchBinsWithLiveReadings(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  fetchAll: () => Promise<Bins>,
  requestFor: (bins: Bins) => WatchRequest,
): Promise<Bins> {
  const fetchNow = async () => {
    const newest = live.newestFromNow();
    return (await fetchAll()).map((bin) => mergeReading(bin, newest(bin.id)));
  };
  const known = client.getQueryData<Bins>(queryKey);
  if (known !== undefined) await live.whenWatching(requestFor(known));
  // A watch that began during the request may have missed earlier readings.
  const wasWatching = live.isWatching(known === undefined ? { all: true } : requestFor(known));
  const bins = await fetchNow();
  const request = requestFor(bins);
  if (bins.length === 0 || (wasWatching && live.isWatching(request))) return bins;
  client.setQueryData(queryKey, bins);
  await live.whenWatching(request);
  return live.isWatching(request) ? fetchNow() : bins;
}
