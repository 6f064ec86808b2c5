import { getAllFarms } from '@granary/contract/farms/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The farms of one user. */
export function farmsOf(userId: number) {
  return queryOptions({
    queryKey: ['farms', 'of', userId],
    queryFn: ({ signal }) => call(getAllFarms, { query: { user_id: userId } }, signal),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}
