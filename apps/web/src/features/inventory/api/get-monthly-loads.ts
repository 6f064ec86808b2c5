import { getMonthlyLoads } from '@granary/contract/inventory/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The loads and unloads in a month, 'YYYY-MM', for all bins that the user may see. */
export function monthlyLoadsQuery(month: string) {
  return queryOptions({
    queryKey: ['monthlyLoads', month],
    queryFn: ({ signal }) => call(getMonthlyLoads, { query: { month } }, signal),
    staleTime: MINUTE,
  });
}
