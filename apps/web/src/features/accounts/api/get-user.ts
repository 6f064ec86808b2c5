import { getUser } from '@granary/contract/accounts/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One account, for staff. */
export function userQuery(userId: number) {
  return queryOptions({
    queryKey: ['user', userId],
    queryFn: ({ signal }) => call(getUser, { query: { user_id: userId } }, signal),
    staleTime: 5 * MINUTE,
  });
}
