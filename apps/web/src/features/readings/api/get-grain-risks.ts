import { getGrainRisks } from '@granary/contract/insights/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/**
 * The risks to the grain in a bin. They are calculated from daily values, so refetching once a minute is
 * enough.
 */
export function grainRisksQuery(binId: number) {
  return queryOptions({
    queryKey: ['grainRisks', binId],
    queryFn: ({ signal }) => call(getGrainRisks, { query: { bin_sensor_id: binId } }, signal),
    refetchInterval: MINUTE,
  });
}
