import { getBinSensor } from '@granary/contract/bins/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { live } from '../../../lib/live-client.ts';

/** One bin whole. Its settings are read anew whenever it is opened. */
export function binDetails(id: number) {
  return queryOptions({
    queryKey: ['bin', id],
    queryFn: async ({ signal }) => {
      const newest = live.since();
      const bin = await call(getBinSensor, { query: { id } }, signal);
      return { ...bin, fan: newest(id)?.fan ?? bin.fan };
    },
    staleTime: 0,
    // Whoever loses the connection still sees each bin that they opened in this visit.
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: MINUTE,
  });
}
