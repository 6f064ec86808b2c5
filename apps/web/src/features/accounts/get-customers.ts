import { getUsersList } from '@granary/contract/accounts/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The customers of staff: all of them for an admin, their own for a distributor. */
export const customers = queryOptions({
  queryKey: ['customers'],
  queryFn: ({ signal }) => call(getUsersList, {}, signal),
  staleTime: MINUTE,
});
