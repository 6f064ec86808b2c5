import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { farmBinsCall } from '../../../bin-data/list-calls.ts';
import { makeRepeatable } from '../../../lib/api.ts';
import { fetchBinsWithLiveReadings } from './fetch-bins-with-live-readings.ts';

/** A farm's bins; live readings are merged in. */
export function farmBinsQuery(farmId: number) {
  return queryOptions({
    queryKey: ['bins', 'farm', farmId],
    queryFn: (context) =>
      fetchBinsWithLiveReadings(
        context,
        makeRepeatable(...farmBinsCall(farmId), context.signal),
        (bins) => ({ bins: bins.map((bin) => bin.id) }),
      ),
    // As fresh as the list of all bins.
    staleTime: 2 * MINUTE,
    gcTime: 30 * MINUTE,
    refetchInterval: 2 * MINUTE,
  });
}
