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
    queryFn: async ({ signal }) => {
      const bins = await fetchNow(farmId, signal);
      const request = { bins: bins.map((bin) => bin.id) };
      if (bins.length === 0 || live.isWatching(request)) return bins;
      // Which bins to watch is known only from the list: it is fetched again once they are watched.
      await live.watching(request);
      return live.isWatching(request) ? fetchNow(farmId, signal) : bins;
    },
    staleTime: 2 * MINUTE,
    refetchInterval: 2 * MINUTE,
  });
}

/** The list, with what came live while it was fetched. */
async function fetchNow(farmId: number, signal: AbortSignal): Promise<readonly ListedBin[]> {
  const newest = live.since();
  const bins = await call(getAllBins, { query: { farm_id: farmId } }, signal);
  return bins.map((bin) => withReading(bin, newest(bin.id)));
}
