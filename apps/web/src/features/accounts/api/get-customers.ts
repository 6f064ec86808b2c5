import { getUsersList } from '@granary/contract/accounts/http';
import { getWorstCustomers } from '@granary/contract/bins/states';
import { MINUTE } from '@granary/domain/units';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { customerStates } from '../../../lib/farm-states.ts';

/** The customers of staff: all of them for an admin, their own for a distributor. */
export const customers = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(getUsersList, {}, signal),
  staleTime: MINUTE,
});

/** Whether all customers are there, with how their bins stand: the worst of them say no more. */
export function hasAllCustomers(client: QueryClient): boolean {
  return [customers, customerStates].every(
    ({ queryKey }) => client.getQueryData(queryKey) !== undefined,
  );
}

/** What is seen of the list before anybody scrolls, with some to spare. */
const FIRST = 20;

/**
 * The customers whose bins stand worst, with how they stand: they come sooner than all. Where
 * there are no more, that is all of them.
 */
export const worstCustomers = queryOptions({
  queryKey: ['customers', 'worst'],
  queryFn: async ({ signal, client }) => {
    const worst = await call(getWorstCustomers, { query: { first: FIRST } }, signal);
    if (worst.customers.length === worst.customerCount) {
      client.setQueryData(customers.queryKey, worst.customers);
      client.setQueryData(customerStates.queryKey, worst.farms);
    }
    return worst;
  },
  staleTime: MINUTE,
  // Where they do not come, all are asked for.
  retry: false,
});
