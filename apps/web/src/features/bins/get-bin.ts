import { getBinSensor } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** One bin whole. Its settings are read anew whenever it is opened. */
export function binDetails(id: number) {
  return queryOptions({
    queryKey: ['bin', id],
    queryFn: ({ signal }) => call(getBinSensor, { query: { id } }, signal),
    staleTime: 0,
    refetchInterval: MINUTE,
  });
}
