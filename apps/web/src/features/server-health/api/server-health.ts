import {
  acknowledgeServerAlert,
  getServerHealth,
  type StoredServerAlert,
} from '@granary/contract/server-health/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Alerts about the server and its latest measurements; the server checks itself every minute. */
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
