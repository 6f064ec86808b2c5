import { getUsersList } from '@granary/contract/accounts/http';
import { getCustomerStates } from '@granary/contract/bins/states';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The customers of staff: all of them for an admin, their own for a distributor. */
export const customers = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(getUsersList, {}, signal),
  staleTime: MINUTE,
});

/** How the bins of those customers stand; asked anew while it is shown. */
export const customerStates = queryOptions({
  queryKey: ['customers', 'states'],
  queryFn: ({ signal }) => call(getCustomerStates, {}, signal),
  refetchInterval: MINUTE,
});
