import { getAudit } from '@granary/contract/audit/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/**
 * One page of changes, newest first; pages are numbered from 1. With a user ID, only changes by that user or
 * to what they own; otherwise, all changes that the signed-in user can see.
 */
export function changesQuery(userId: number | undefined, page: number) {
  return queryOptions({
    queryKey: ['changes', userId ?? null, page],
    queryFn: ({ signal }) =>
      call(getAudit, { query: { page, ...(userId !== undefined && { user_id: userId }) } }, signal),
    placeholderData: keepPreviousData,
  });
}
