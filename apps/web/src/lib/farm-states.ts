import { getCustomerStates, getFarmStates } from '@granary/contract/bins/states';
import { MINUTE, SECOND } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** What was asked for early is not asked for again; who mutes a sensor and comes back is not sooner. */
const FRESH = 3 * SECOND;

/** How the bins stand on a user's farms; asked anew while it is shown. */
export function farmStates(userId: number) {
  return queryOptions({
    queryKey: ['farm-states', userId],
    queryFn: ({ signal }) => call(getFarmStates, { query: { user_id: userId } }, signal),
    staleTime: FRESH,
    refetchInterval: MINUTE,
  });
}

/** How the bins stand on the farms of the customers of staff; asked anew while it is shown. */
export const customerStates = queryOptions({
  queryKey: ['customer-states'],
  queryFn: ({ signal }) => call(getCustomerStates, {}, signal),
  staleTime: FRESH,
  refetchInterval: MINUTE,
});
