import { getFarm } from '@granary/contract/farms/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export function farmDetails(farmId: number) {
  return queryOptions({
    queryKey: ['farms', 'one', farmId],
    queryFn: ({ signal }) => call(getFarm, { query: { farm_id: farmId } }, signal),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}
