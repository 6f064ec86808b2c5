import { getPushKey, registerDevice as registerDeviceRoute } from '@granary/contract/accounts/http';
import * as contract from '@granary/contract/notifications/http';
import { millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { RoutePorts } from '../access/guard.ts';
import { requireSignedIn } from '../access/signed-in.ts';
import { formatReply } from '../platform/http/error-message.ts';
import { fieldError } from '../platform/http/error-response.ts';
import { serve } from '../platform/http/serve.ts';
import { findNotifications, markRead, type NotificationRow, registerDevice } from './store.ts';

export interface NotificationPorts extends RoutePorts {
  readonly push: {
    /** The key that browsers need to subscribe, base64url. */
    readonly publicKey: string;
    /** Whether messages can be posted to an endpoint. */
    isUsable(endpoint: string): Promise<boolean>;
  };
}

/** Lists notifications, marks them as read, and registers devices for push. */
export function notificationRoutes(app: FastifyInstance, ports: NotificationPorts): void {
  const { db, guard, now, push } = ports;

  serve(app, guard, contract.getNotifications, async ({ actor }) =>
    (await findNotifications(db, requireSignedIn(actor).id)).map(serializeNotification),
  );

  serve(app, guard, contract.markNotificationsRead, async ({ actor, body, request }) => {
    await markRead(db, requireSignedIn(actor).id, body.ids, now());
    return formatReply(request, 'notificationsRead');
  });

  serve(app, guard, getPushKey, async () => push.publicKey);

  serve(app, guard, registerDeviceRoute, async ({ actor, body, request }) => {
    const { id, sid } = requireSignedIn(actor);
    const { token, keys, deviceType, notifies, notifiesByPush } = body;
    if (keys && !(await push.isUsable(token))) {
      throw fieldError('INVALID_INPUT', 'token_id', 'pushEndpointUnusable');
    }
    const registeredAt = new Date(now());
    await registerDevice(db, {
      token,
      userId: id,
      sessionId: sid,
      deviceType,
      notifies,
      notifiesByPush,
      registeredAt,
      p256dh: keys?.p256dh ?? null,
      auth: keys?.auth ?? null,
    });
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
