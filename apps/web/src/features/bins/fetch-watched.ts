import type { ListedBin } from '@granary/contract/bins/http';
import type { WatchRequest } from '@granary/contract/readings/live';
import type { QueryFunctionContext } from '@tanstack/react-query';
import { live } from '../../lib/live-client.ts';
import { withReading } from './with-reading.ts';

type Bins = readonly ListedBin[];

/**
 * Bins, with what came live while they were fetched. Before they are watched they are shown at
 * once, and fetched again once they are: nothing that came in between is missed.
 */
export async function fetchWatched(
  { client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>,
  fetchAll: () => Promise<Bins>,
  requestFor: (bins: Bins) => WatchRequest,
): Promise<Bins> {
  const fetchNow = async () => {
    const newest = live.since();
    return (await fetchAll()).map((bin) => withReading(bin, newest(bin.id)));
  };
  const bins = await fetchNow();
  const request = requestFor(bins);
  if (bins.length === 0 || live.isWatching(request)) return bins;
  client.setQueryData(queryKey, bins);
  await live.watching(request);
  return live.isWatching(request) ? fetchNow() : bins;
}
