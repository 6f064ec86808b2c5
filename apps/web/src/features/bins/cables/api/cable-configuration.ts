import { getCableConfiguration, updateCableConfiguration } from '@granary/contract/cables/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type RouteRequest } from '../../../../lib/api.ts';

export type RequestedCableChange = RouteRequest<typeof updateCableConfiguration>['body'];

/** The requested change of a bin's cables and its progress. */
export function cableConfigurationQuery(binId: number) {
  return queryOptions({
    queryKey: ['cable-configuration', binId],
    queryFn: ({ signal }) => call(getCableConfiguration, { body: { id: binId } }, signal),
    staleTime: 0,
  });
}

/** Requests a change of a bin's cables. */
export function useConfigureCables(binId: number) {
  const client = useQueryClient();
  const { queryKey } = cableConfigurationQuery(binId);
  return useMutation({
    mutationFn: (change: RequestedCableChange) => {
      // Version 0 means that there is no earlier request to replace.
      const version = client.getQueryData(queryKey)?.version ?? 0;
      return call(updateCableConfiguration, { body: { ...change, version } });
    },
    onSuccess: (now) => client.setQueryData(queryKey, now),
    // After a conflict, the other user's request is shown.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
