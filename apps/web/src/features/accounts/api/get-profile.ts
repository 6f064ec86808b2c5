import { getMyInfo } from '@granary/contract/accounts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The signed-in user's profile. Never cached: a form must not open with an old version. */
export const profileQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(getMyInfo, {}, signal),
  staleTime: 0,
  gcTime: 0,
});
