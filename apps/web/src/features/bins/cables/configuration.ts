import { getCableConfiguration, updateCableConfiguration } from '@granary/contract/cables/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../../lib/api.ts';

export type CableWish = RequestOf<typeof updateCableConfiguration>['body'];

/** What is to change on a bin's cables, and how far that is. */
export function cableConfiguration(binId: number) {
  return queryOptions({
    queryKey: ['cable-configuration', binId],
    queryFn: ({ signal }) => call(getCableConfiguration, { body: { id: binId } }, signal),
    staleTime: 0,
  });
}

/** Notes what is to change on a bin's cables. */
export function useConfigureCables(binId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: CableWish) => call(updateCableConfiguration, { body: wish }),
    onSuccess: (now) => client.setQueryData(cableConfiguration(binId).queryKey, now),
  });
}
