import { MINUTE } from '@granary/domain/units';
import { queryOptions } from '@tanstack/react-query';
import { farmCall } from '../../../bin-data/list-calls.ts';
import { call } from '../../../lib/api.ts';

export function farmQuery(farmId: number) {
  return queryOptions({
    queryKey: ['farms', 'one', farmId],
    queryFn: ({ signal }) => call(...farmCall(farmId), signal),
    staleTime: 5 * MINUTE,
    gcTime: 30 * MINUTE,
  });
}
