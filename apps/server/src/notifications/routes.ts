import { registerDevice as registerDeviceRoute } from '@granary/contract/accounts/http';
import {
  getNotifications,
  type Notification,
  readNotifications,
} from '@granary/contract/notifications/http';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { formatMessage, preferredLanguage } from '../platform/http/error-message.ts';
import { type Guard, serve } from '../platform/http/serve.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { findNotifications, markRead, type NotificationRow, registerDevice } from './store.ts';

export interface NotificationPorts {
  readonly db: Db;
  readonly guard: Guard<Caller>;
  now(): Millis;
}

/** Lists notifications, marks them as read, and registers devices for push. */
export function notificationRoutes(app: FastifyInstance, ports: NotificationPorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, getNotifications, async ({ actor }) =>
    (await findNotifications(db, requireSignedIn(actor).id)).map(serializeNotification),
  );

  serve(app, guard, readNotifications, async ({ actor, body, request }) => {
    await markRead(db, requireSignedIn(actor).id, body.ids, now());
    return formatMessage(
      preferredLanguage(request.headers['accept-language']),
      'notificationsRead',
    );
  });

  serve(app, guard, registerDeviceRoute, async ({ actor, body, request }) => {
    const { id, sid } = requireSignedIn(actor);
    const { token, deviceType, notifies, notifiesByPush } = body;
    const device = { token, deviceType, notifies, notifiesByPush };
    const registeredAt = new Date(now());
    await registerDevice(db, { ...device, userId: id, sessionId: sid, registeredAt });
    return formatMessage(preferredLanguage(request.headers['accept-language']), 'deviceRegistered');
  });
}

function serializeNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    notification: { title: row.title },
    data: { body: row.body, target: row.target, at: millis(row.at.getTime()) },
    isRead: row.readAt !== null,
  };
}
