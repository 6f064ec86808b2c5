import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, instant, wireObject } from '../wire.ts';

/** A user's notification. */
export const notification = wireObject({
  id: ['id', id],
  notification: ['notification', z.object({ title: z.string() })],
  data: [
    'data',
    wireObject({
      body: ['body', z.string()],
      /** A path in the web app. */
      target: ['click_action', z.string()],
      at: ['date_time', instant],
    }),
  ],
  isRead: ['read', z.boolean()],
});
export type Notification = z.output<typeof notification>;

export const getNotifications = route('GET', 'notifications', {
  summary: "The caller's newest notifications, newest first",
  response: z.array(notification),
});

export const markNotificationsRead = route('POST', 'notifications/read', {
  summary: 'Mark notifications as read; all of them if `ids` is omitted',
  body: z.strictObject({ ids: z.optional(z.array(id).check(z.maxLength(500))) }),
  response: z.string(),
});
