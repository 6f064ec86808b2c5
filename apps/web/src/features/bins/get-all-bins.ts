import { getAllBinForAUser, type ListedBin } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { live } from '../../lib/live-client.ts';
import { withReading } from './with-reading.ts';

/** All bins of whoever is signed in; readings are added as they come. */
export const allBins = queryOptions({
  queryKey: ['bins', 'all'],
  queryFn: async ({ signal }): Promise<readonly ListedBin[]> => {
    await live.watching({ all: true });
    const newest = live.since();
    const bins = await call(getAllBinForAUser, {}, signal);
    return bins.map((bin) => withReading(bin, newest(bin.id)));
  },
  staleTime: 2 * MINUTE,
  gcTime: 3 * MINUTE,
  // Trends and fans change without a word on the live connection.
  refetchInterval: 2 * MINUTE,
});
