import { getUsersList } from '@granary/contract/accounts/http';
import { getWorstCustomers } from '@granary/contract/bins/states';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { customerStates } from '../../lib/farm-states.ts';

/** The customers of staff: all of them for an admin, their own for a distributor. */
export const customers = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(getUsersList, {}, signal),
  staleTime: MINUTE,
});

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
