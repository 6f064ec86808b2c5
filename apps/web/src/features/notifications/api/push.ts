import { getPushKey, registerDevice } from '@granary/contract/accounts/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import {
  detectPushSupport,
  findPushSubscription,
  type PushSupport,
  readBrowserFeatures,
  subscribeToPush,
  unsubscribeFromPush,
} from '../../../lib/push-subscription.ts';
import { channelsQuery } from './channels.ts';

/** Whether this browser receives notifications, or why it cannot. */
export type PushState = 'on' | 'off' | 'blocked' | Exclude<PushSupport, 'available'>;

/** The maximum length of a device type that the server accepts. */
const MAX_DEVICE_TYPE_LENGTH = 500;

/**
 * Checks whether this browser receives notifications. An existing subscription is registered again, in case
 * the server no longer has it.
 */
export const pushQuery = queryOptions({ queryKey: ['push'], queryFn: loadPushState });

async function loadPushState(): Promise<PushState> {
  const support = detectPushSupport(readBrowserFeatures());
  if (support !== 'available') return support;
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await findPushSubscription();
  if (subscription === null) return 'off';
  await registerSubscription(subscription, true);
  return 'on';
}

/** Turns notifications on or off in this browser. */
export function useSwitchPush() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSettled: () =>
      Promise.all([client.invalidateQueries(pushQuery), client.invalidateQueries(channelsQuery)]),
  });
}

async function turnOn(): Promise<void> {
  const publicKey = await call(getPushKey, {});
  const subscription = await subscribeToPush(publicKey);
  if (subscription !== null) await registerSubscription(subscription, true);
}

async function turnOff(): Promise<void> {
  const subscription = await findPushSubscription();
  if (subscription === null) return;
  await registerSubscription(subscription, false);
  await unsubscribeFromPush();
}

async function registerSubscription(
  subscription: PushSubscription,
  notifiesByPush: boolean,
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { platform, userAgent } = navigator;
  await call(registerDevice, {
    body: {
      token: endpoint ?? '',
      keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      deviceType: `${platform}, ${userAgent}`.slice(0, MAX_DEVICE_TYPE_LENGTH),
      notifies: true,
      notifiesByPush,
    },
  });
}
