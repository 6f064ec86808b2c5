import { getAllBins, type ListedBin } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { live } from '../../lib/live-client.ts';
import { withReading } from './with-reading.ts';

/** A farm's bins; readings are added as they come. */
export function farmBins(farmId: number) {
  return queryOptions({
    queryKey: ['bins', 'farm', farmId],
    queryFn: async ({ signal, client, queryKey }) => {
      const bins = await fetchNow(farmId, signal);
      const request = { bins: bins.map((bin) => bin.id) };
      if (bins.length === 0 || live.isWatching(request)) return bins;
      // Which bins to watch is known only from the list: it is shown at once, and fetched again once
      // they are watched.
      client.setQueryData(queryKey, bins);
      await live.watching(request);
      return live.isWatching(request) ? fetchNow(farmId, signal) : bins;
    },
    staleTime: 2 * MINUTE,
    refetchInterval: 2 * MINUTE,
  });
}

/** What is seen of a farm's list before anybody scrolls, with some to spare. */
const FIRST = 20;

/** The first of a farm's bins by name, which come sooner than all of them. */
export function firstFarmBins(farmId: number) {
  return queryOptions({
    queryKey: ['bins', 'farm', farmId, 'first'],
    queryFn: ({ signal }): Promise<readonly ListedBin[]> =>
      call(getAllBins, { query: { farm_id: farmId, first: FIRST } }, signal),
    staleTime: 2 * MINUTE,
  });
}

/** The list, with what came live while it was fetched. */
async function fetchNow(farmId: number, signal: AbortSignal): Promise<readonly ListedBin[]> {
  const newest = live.since();
  const bins = await call(getAllBins, { query: { farm_id: farmId } }, signal);
  return bins.map((bin) => withReading(bin, newest(bin.id)));
}
