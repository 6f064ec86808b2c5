import { getDistributorList, getUsersByDistributor } from '@granary/contract/accounts/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const distributorsQuery = queryOptions({
  queryKey: ['distributors'],
  queryFn: ({ signal }) => call(getDistributorList, {}, signal),
  staleTime: MINUTE,
});

export function distributorCustomersQuery(distributorId: number) {
  return queryOptions({
    queryKey: ['customers', 'of', distributorId],
    queryFn: ({ signal }) => call(getUsersByDistributor, { params: { id: distributorId } }, signal),
    staleTime: MINUTE,
  });
}
