import { getCrops } from '@granary/contract/crops/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/api.ts';

/** All crops that bins can hold. */
export const cropsQuery = queryOptions({
  queryKey: ['crops'],
  queryFn: ({ signal }) => call(getCrops, {}, signal),
  staleTime: MINUTE,
});
