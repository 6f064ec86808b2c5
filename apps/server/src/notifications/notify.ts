import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Trx } from '../platform/postgres/tables.ts';
import { findPushedDevices, insertNotification, type NewNotification } from './store.ts';

/** A notification for a browser or device. */
export interface NewPush {
  readonly token: string;
  readonly userId: number;
  readonly title: string;
  readonly body: string;
  readonly target: string;
  readonly at: Millis;
}

/** Has a notification sent to a device after the transaction. */
export type AddPush = (trx: Trx, push: NewPush, expiresAt: Millis) => Promise<void>;

/** A notification that did not reach a device for a day is outdated. */
const WORTH_SENDING = DAY;

/** Adds an entry behind a user's bell, and has it sent to their devices. */
export async function notify(
  trx: Trx,
  notification: NewNotification,
  addPush: AddPush,
): Promise<void> {
  await insertNotification(trx, notification);
  const { userId, title, body, target } = notification;
  const at = millis(notification.at.getTime());
  for (const token of await findPushedDevices(trx, userId)) {
    await addPush(trx, { token, userId, title, body, target, at }, millis(at + WORTH_SENDING));
  }
}
