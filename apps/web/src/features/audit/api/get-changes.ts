import { getAudit } from '@granary/contract/audit/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** A page (from 1) of changes, newest first: all that the user may see, or those of one user. */
export function changesQuery(userId: number | undefined, page: number) {
  return queryOptions({
    queryKey: ['changes', userId ?? null, page],
    queryFn: ({ signal }) =>
      call(getAudit, { query: { page, ...(userId !== undefined && { user_id: userId }) } }, signal),
    placeholderData: keepPreviousData,
  });
}
