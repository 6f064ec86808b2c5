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
      const bins = await fetchWatched(farmId, signal);
      return bins.map((bin) => withReading(bin, live.newest(bin.id)));
    },
    staleTime: 2 * MINUTE,
    refetchInterval: 2 * MINUTE,
  });
}

/** Which bins to watch is known only from the list, so it is fetched again once they are watched. */
async function fetchWatched(farmId: number, signal: AbortSignal): Promise<readonly ListedBin[]> {
  const query = { farm_id: farmId };
  const bins = await call(getAllBins, { query }, signal);
  const request = { bins: bins.map((bin) => bin.id) };
  if (bins.length === 0 || live.isWatching(request)) return bins;
  await live.watching(request);
  return live.isWatching(request) ? call(getAllBins, { query }, signal) : bins;
}
