import { getCustomerDetails } from '@granary/contract/accounts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** A customer's details, for staff. Never cached: a form must not open with an old version. */
export function customerDetailsQuery(userId: number) {
  return queryOptions({
    queryKey: ['user', userId, 'details'],
    queryFn: ({ signal }) => call(getCustomerDetails, { params: { userId } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}
