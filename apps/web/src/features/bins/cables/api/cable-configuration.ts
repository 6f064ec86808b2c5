import {
  type CableConfiguration,
  getCableConfiguration,
  updateCableConfiguration,
  withdrawCableConfiguration,
} from '@granary/contract/cables/http';
import { SECOND } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, type RouteRequest } from '../../../../lib/api.ts';

export type RequestedCableChange = RouteRequest<typeof updateCableConfiguration>['body'];

/** How often an open change is fetched. */
const OPEN_CHANGE_INTERVAL = 3 * SECOND;

/** The requested change to a bin's cables and its progress. */
export function cableConfigurationQuery(binId: number) {
  return queryOptions({
    queryKey: ['cable-configuration', binId],
    queryFn: ({ signal }) => call(getCableConfiguration, { body: { id: binId } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const status = state.data?.status;
      return status === 'pending' || status === 'in_progress' ? OPEN_CHANGE_INTERVAL : false;
    },
  });
}

/** Requests a change to a bin's cables. */
export function useConfigureCables(binId: number) {
  const client = useQueryClient();
  const { queryKey } = cableConfigurationQuery(binId);
  return useMutation({
    mutationFn: (change: RequestedCableChange) => {
      // Version 0 means that there is no earlier request to replace.
      const version = client.getQueryData(queryKey)?.version ?? 0;
      return call(updateCableConfiguration, { body: { ...change, version } });
    },
    onSuccess: (configuration) => client.setQueryData(queryKey, configuration),
    // After a conflict, the other user's request is shown.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Withdraws a requested change that has not been sent yet. */
export function useWithdrawCableChange(binId: number) {
  const client = useQueryClient();
  const { queryKey } = cableConfigurationQuery(binId);
  return useMutation({
    mutationFn: (version: number) => call(withdrawCableConfiguration, { body: { binId, version } }),
    onSuccess: (current) => client.setQueryData(queryKey, current),
    // The change may have just been sent, or someone else may have replaced it.
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Fetches a bin again when its cable change is completed. */
export function useRefetchAfterCableChange(
  binId: number,
  status: CableConfiguration['status'],
): void {
  const client = useQueryClient();
  const previousStatus = useRef(status);
  useEffect(() => {
    if (status === 'completed' && previousStatus.current !== status) {
      void client.invalidateQueries({ queryKey: ['bin', binId] });
    }
    previousStatus.current = status;
  }, [client, binId, status]);
}
