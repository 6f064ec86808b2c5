import { getAudit } from '@granary/contract/audit/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/**
 * One page of changes, numbered from 1, newest first: all that the signed-in user may see, or only changes by
 * one user or to what they own.
 */
export function changesQuery(userId: number | undefined, page: number) {
  return queryOptions({
    queryKey: ['changes', userId ?? null, page],
    queryFn: ({ signal }) =>
      call(getAudit, { query: { page, ...(userId !== undefined && { user_id: userId }) } }, signal),
    placeholderData: keepPreviousData,
  });
}
