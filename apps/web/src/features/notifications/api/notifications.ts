import { getNotifications, markNotificationsRead } from '@granary/contract/notifications/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The user's newest notifications, refetched when they change and on window focus. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(getNotifications, {}, signal),
  refetchOnWindowFocus: true,
});

/** Marks the given notifications, or all if none are given, as read; the update is optimistic. */
export function useMarkRead() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;
  return useMutation({
    mutationFn: (ids?: number[]) =>
      call(markNotificationsRead, { body: ids === undefined ? {} : { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) =>
        all?.map((notification) =>
          ids === undefined || ids.includes(notification.id)
            ? { ...notification, isRead: true }
            : notification,
        ),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
