import { checkBinLoad } from '@granary/contract/inventory/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Compares an entry with the level sensor. Polls, because the next reading might not have arrived yet. */
export function levelCheckQuery(loadId: number, version: number) {
  return queryOptions({
    queryKey: ['levelCheck', loadId, version],
    queryFn: ({ signal }) => call(checkBinLoad, { params: { id: loadId } }, signal),
    refetchInterval: MINUTE,
  });
}
