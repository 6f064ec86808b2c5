import { findQuietEnd } from '@granary/domain/notifications/quiet-hours';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Trx } from '../platform/postgres/tables.ts';
import {
  findPushDevices,
  findQuietHours,
  insertNotification,
  type NewNotification,
  type StoredNotification,
  updateNotification,
} from './store.ts';

/** A push message to a browser or device. */
export interface NewPush {
  readonly token: string;
  readonly userId: number;
  readonly title: string;
  readonly body: string;
  readonly target: string;
  readonly at: Millis;
}

/** When and to whom a message may be sent. */
export interface PushOptions {
  readonly expiresAt: Millis;
  readonly notBefore?: Millis;
  /** Sent only if the user may see this farm at that time. */
  readonly farmId?: number;
  /** The notification that the message is about. */
  readonly notificationId: number;
}

/** Sends push messages to devices after the transaction commits. */
export interface PushOutbox {
  addPush(trx: Trx, push: NewPush, options: PushOptions): Promise<void>;
  /** Withdraws the push messages about a notification that have not been sent yet. */
  withdrawPushes(trx: Trx, notificationId: number): Promise<void>;
}

/** A push message that has not reached a device within a day is outdated. */
const MESSAGE_LIFETIME = DAY;

interface FarmNotification extends NewNotification {
  /** Devices are notified only while the user may see this farm. */
  readonly aboutFarmId?: number;
}

/**
 * Adds a notification, or changes the notification with the given ID, and queues it for the user's devices:
 * after quiet hours, unless it is urgent. A changed notification keeps its time, so that devices replace the
 * previous message; a message that is still waiting is withdrawn.
 *
 * @returns The ID of the notification.
 */
export async function notify(
  trx: Trx,
  notification: FarmNotification & { readonly id?: number | null },
  isUrgent: boolean,
  outbox: PushOutbox,
): Promise<number> {
  const { id = null, userId } = notification;
  const storedNotification =
    id === null
      ? await insertNotification(trx, notification)
      : await updateNotification(trx, id, notification);
  const times = await findPushTimes(trx, userId, millis(notification.at.getTime()), isUrgent);
  await pushToDevices(trx, notification, storedNotification, times, outbox);
  return storedNotification.id;
}

/**
 * Changes a notification that is not urgent. The user's devices are not notified again; if the message about
 * it is still waiting for quiet hours to end, a message about the changed notification replaces it.
 */
export async function changeNotification(
  trx: Trx,
  id: number,
  notice: FarmNotification,
  outbox: PushOutbox,
): Promise<void> {
  const storedNotification = await updateNotification(trx, id, notice);
  const times = await findPushTimes(
    trx,
    notice.userId,
    millis(storedNotification.at.getTime()),
    false,
  );
  if ((times.notBefore ?? 0) <= notice.at.getTime()) return;
  await pushToDevices(trx, notice, storedNotification, times, outbox);
}

async function pushToDevices(
  trx: Trx,
  { userId, title, body, target, aboutFarmId }: FarmNotification,
  storedNotification: StoredNotification,
  dueTimes: Omit<PushOptions, 'notificationId'>,
  outbox: PushOutbox,
): Promise<void> {
  await outbox.withdrawPushes(trx, storedNotification.id);
  const at = millis(storedNotification.at.getTime());
  const farm = aboutFarmId === undefined ? {} : { farmId: aboutFarmId };
  const options = { ...dueTimes, ...farm, notificationId: storedNotification.id };
  for (const token of await findPushDevices(trx, userId)) {
    const push = { token, userId, title, body, target, at };
    await outbox.addPush(trx, push, options);
  }
}

async function findPushTimes(
  trx: Trx,
  userId: number,
  now: Millis,
  isUrgent: boolean,
): Promise<Omit<PushOptions, 'notificationId'>> {
  const quietHours = isUrgent ? null : await findQuietHours(trx, userId);
  const quietEnd = quietHours && findQuietEnd(quietHours, now);
  const expiresAt = millis((quietEnd ?? now) + MESSAGE_LIFETIME);
  return quietEnd === null ? { expiresAt } : { expiresAt, notBefore: quietEnd };
}
