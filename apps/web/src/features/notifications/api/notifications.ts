import { getNotifications, readNotifications } from '@granary/contract/notifications/http';
import { MINUTE } from '@granary/domain/units';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The user's newest notifications; asked for every minute, and when the window is looked at again. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(getNotifications, {}, signal),
  refetchInterval: MINUTE,
  refetchOnWindowFocus: true,
});

/** Marks notifications as read, here at once: those named, or all of them. */
export function useMarkRead() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;
  return useMutation({
    mutationFn: (ids?: number[]) =>
      call(readNotifications, { body: ids === undefined ? {} : { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) =>
        all?.map((one) =>
          ids === undefined || ids.includes(one.id) ? { ...one, isRead: true } : one,
        ),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
