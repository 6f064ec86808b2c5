import { getUsersList } from '@granary/contract/accounts/http';
import { getCustomerStates } from '@granary/contract/bins/states';
import { MINUTE, SECOND } from '@granary/domain/units';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { worstCustomersCall } from '../../../bin-data/list-calls.ts';
import { call } from '../../../lib/api.ts';

/** The customers that staff manage: all customers for an admin, their own for a distributor. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(getUsersList, {}, signal),
  staleTime: MINUTE,
});

/** The states of all bins of the customers that staff manage; refetched every minute while shown. */
export const customerStatesQuery = queryOptions({
  queryKey: ['customer-states'],
  queryFn: ({ signal }) => call(getCustomerStates, {}, signal),
  // A preloaded response is not fetched again; 3 s is too short for a user to mute a sensor and return to
  // outdated states.
  staleTime: 3 * SECOND,
  refetchInterval: MINUTE,
});

/** Whether the whole list and all bin states are loaded, not only the customers with the worst states. */
export function areAllCustomersLoaded(client: QueryClient): boolean {
  return [customersQuery, customerStatesQuery].every(
    ({ queryKey }) => client.getQueryData(queryKey) !== undefined,
  );
}

/**
 * The customers with the worst bin states, loaded before the full list. If there are no others, the
 * response also fills the caches of the full list.
 */
export const customersBySeverityQuery = queryOptions({
  queryKey: ['customers', 'worst'],
  queryFn: async ({ signal, client }) => {
    const worst = await call(...worstCustomersCall, signal);
    if (worst.customers.length === worst.customerCount) {
      client.setQueryData(customersQuery.queryKey, worst.customers);
      client.setQueryData(customerStatesQuery.queryKey, worst.farms);
    }
    return worst;
  },
  staleTime: MINUTE,
  // If this call fails, the full list is used.
  retry: false,
});
