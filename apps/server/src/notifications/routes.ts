import { registerDevice as registerDeviceRoute } from '@granary/contract/accounts/http';
import * as contract from '@granary/contract/notifications/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { serve } from '../platform/http/serve.ts';
import { findNotifications, markRead, type NotificationRow, registerDevice } from './store.ts';

/** Lists notifications, marks them as read, and registers devices for push. */
export function notificationRoutes(app: FastifyInstance, ports: RoutePorts): void {
  const { db, guard, now } = ports;

  serve(app, guard, contract.getNotifications, async ({ actor }) =>
    (await findNotifications(db, requireSignedIn(actor).id)).map(serializeNotification),
  );

  serve(app, guard, contract.readNotifications, async ({ actor, body, request }) => {
    await markRead(db, requireSignedIn(actor).id, body.ids, now());
    return formatReply(request, 'notificationsRead');
  });

  serve(app, guard, registerDeviceRoute, async ({ actor, body, request }) => {
    const { id, sid } = requireSignedIn(actor);
    const { token, deviceType, notifies, notifiesByPush } = body;
    const device = { token, deviceType, notifies, notifiesByPush };
    const registeredAt = new Date(now());
    await registerDevice(db, { ...device, userId: id, sessionId: sid, registeredAt });
    return formatReply(request, 'deviceRegistered');
  });
}

function serializeNotification(row: NotificationRow): contract.Notification {
  return {
    id: row.id,
    notification: { title: row.title },
    data: { body: row.body, target: row.target, at: millis(row.at.getTime()) },
    isRead: row.readAt !== null,
  };
}
