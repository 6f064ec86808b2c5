import {
  acknowledgeServerAlert,
  getServerHealth,
  type StoredServerAlert,
} from '@granary/contract/server-health/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The latest measurements of the server and the alerts about it; the server checks itself every minute. */
export const serverHealthQuery = queryOptions({
  queryKey: ['server-health'],
  queryFn: ({ signal }) => call(getServerHealth, {}, signal),
  refetchInterval: MINUTE,
});

/** Acknowledges an alert about the server. */
export function useAcknowledgeServerAlert() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<StoredServerAlert, 'id'>) =>
      call(acknowledgeServerAlert, { params: { alertId: id } }),
    onSuccess: (health) => client.setQueryData(serverHealthQuery.queryKey, health),
  });
}
