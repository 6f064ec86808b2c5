import { getCableConfiguration, updateCableConfiguration } from '@granary/contract/cables/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../../../lib/api.ts';

export type RequestedCableChange = RequestOf<typeof updateCableConfiguration>['body'];

/** What is to change on a bin's cables, and how far that is. */
export function cableConfigurationQuery(binId: number) {
  return queryOptions({
    queryKey: ['cable-configuration', binId],
    queryFn: ({ signal }) => call(getCableConfiguration, { body: { id: binId } }, signal),
    staleTime: 0,
  });
}

/** Notes what is to change on a bin's cables. */
export function useConfigureCables(binId: number) {
  const client = useQueryClient();
  const { queryKey } = cableConfigurationQuery(binId);
  return useMutation({
    mutationFn: (wish: RequestedCableChange) => {
      // The wish that is shown may be replaced; without one there is none to replace.
      const version = client.getQueryData(queryKey)?.version ?? 0;
      return call(updateCableConfiguration, { body: { ...wish, version } });
    },
    onSuccess: (now) => client.setQueryData(queryKey, now),
    // What somebody else asked for meanwhile is shown beside the refusal.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
