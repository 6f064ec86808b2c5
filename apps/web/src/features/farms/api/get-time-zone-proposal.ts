import { getTimeZoneProposal } from '@granary/contract/farms/http';
import { MINUTE } from '@granary/domain/units';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The suggested time zone for a customer's new farm; without coordinates, the customer's own time zone. */
export function timeZoneProposalQuery(
  ownerId: number,
  position: { readonly lat: number; readonly lng: number } | null,
) {
  return queryOptions({
    queryKey: ['time-zone-proposal', ownerId, position],
    queryFn: ({ signal }) =>
      call(getTimeZoneProposal, { query: { user_id: ownerId, ...position } }, signal),
    staleTime: MINUTE,
    // The field keeps its text while the next proposal loads.
    placeholderData: keepPreviousData,
  });
}
