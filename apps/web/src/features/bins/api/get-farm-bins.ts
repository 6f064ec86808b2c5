import { getAllBins, type ListedBin } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { firstFarmBinsCall } from '../../../bin-data/first-calls.ts';
import { call, makeRepeatable } from '../../../lib/api.ts';
import { fetchBinsWithLiveReadings } from './fetch-bins-with-live-readings.ts';

/** A farm's bins; live readings are merged in. */
export function farmBinsQuery(farmId: number) {
  return queryOptions({
    queryKey: ['bins', 'farm', farmId],
    queryFn: (context) =>
      fetchBinsWithLiveReadings(
        context,
        makeRepeatable(getAllBins, { query: { farm_id: farmId } }, context.signal),
        (bins) => ({ bins: bins.map((bin) => bin.id) }),
      ),
    // As fresh as the list of all bins.
    staleTime: 2 * MINUTE,
    gcTime: 30 * MINUTE,
    refetchInterval: 2 * MINUTE,
  });
}

/** The first of a farm's bins by name, loaded before the full list. */
export function firstFarmBinsQuery(farmId: number) {
  return queryOptions({
    queryKey: ['bins', 'farm', farmId, 'first'],
    queryFn: ({ signal }): Promise<readonly ListedBin[]> =>
      call(...firstFarmBinsCall(farmId), signal),
    staleTime: 2 * MINUTE,
  });
}
