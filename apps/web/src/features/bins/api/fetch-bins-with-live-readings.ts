import type { ListedBin } from '@granary/contract/bins/http';
import type { WatchRequest } from '@granary/contract/readings/live';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { live } from '../../../lib/live-client.ts';
import { mergeReading } from '../merge-reading.ts';

type Bins = readonly ListedBin[];

/**
 * Bins, with what came live while they were fetched. For the first time they are shown before they
 * are watched, and fetched again once they are; later they are watched first. Nothing that came in
 * between is missed.
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
  // What is watched only while the answer comes may have missed what came before.
  const wasWatching = live.isWatching(known === undefined ? { all: true } : requestFor(known));
  const bins = await fetchNow();
  const request = requestFor(bins);
  if (bins.length === 0 || (wasWatching && live.isWatching(request))) return bins;
  client.setQueryData(queryKey, bins);
  await live.whenWatching(request);
  return live.isWatching(request) ? fetchNow() : bins;
}
