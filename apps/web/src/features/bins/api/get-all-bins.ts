import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { allBinsCall } from '../../../bin-data/list-calls.ts';
import { makeRepeatable } from '../../../lib/api.ts';
import { fetchBinsWithLiveReadings } from './fetch-bins-with-live-readings.ts';

/** All bins of the signed-in user; live readings are merged in. */
export const allBinsQuery = queryOptions({
  queryKey: ['bins', 'all'],
  queryFn: (context) =>
    fetchBinsWithLiveReadings(context, makeRepeatable(...allBinsCall, context.signal), () => ({
      all: true,
    })),
  staleTime: 2 * MINUTE,
  gcTime: 3 * MINUTE,
  // Trends and fan states can change without a live message.
  refetchInterval: 2 * MINUTE,
});
