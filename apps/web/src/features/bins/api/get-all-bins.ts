import { getAllBinForAUser } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { makeRepeatable } from '../../../lib/api.ts';
import { fetchWatched } from './fetch-bins-with-live-readings.ts';

/** All bins of whoever is signed in; readings are added as they come. */
export const allBins = queryOptions({
  queryKey: ['bins', 'all'],
  queryFn: (context) =>
    fetchWatched(context, makeRepeatable(getAllBinForAUser, {}, context.signal), () => ({
      all: true,
    })),
  staleTime: 2 * MINUTE,
  gcTime: 3 * MINUTE,
  // Trends and fans change without a word on the live connection.
  refetchInterval: 2 * MINUTE,
});
