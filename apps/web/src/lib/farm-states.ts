import { getFarmStates } from '@granary/contract/bins/states';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** How the bins of the farms stand that whoever is signed in may see; asked anew while it is shown. */
export const farmStates = queryOptions({
  queryKey: ['farm-states'],
  queryFn: ({ signal }) => call(getFarmStates, {}, signal),
  refetchInterval: MINUTE,
});
