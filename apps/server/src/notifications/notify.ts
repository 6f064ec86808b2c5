import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Trx } from '../platform/postgres/tables.ts';
import {
  findPushedDevices,
  insertNotification,
  type NewNotification,
  updateNotification,
} from './store.ts';

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

/**
 * Adds an entry behind a user's bell, or changes the one with the id, and has it sent to their devices.
 * A changed entry keeps its time, by which devices replace the message before.
 *
 * @returns The id of the entry.
 */
export async function notify(
  trx: Trx,
  notification: NewNotification & { readonly id?: number | null },
  addPush: AddPush,
): Promise<number> {
  const { id = null, userId, title, body, target } = notification;
  const entry =
    id === null
      ? await insertNotification(trx, notification)
      : await updateNotification(trx, id, notification);
  const at = millis(entry.at.getTime());
  const expiresAt = millis(notification.at.getTime() + WORTH_SENDING);
  for (const token of await findPushedDevices(trx, userId)) {
    await addPush(trx, { token, userId, title, body, target, at }, expiresAt);
  }
  return entry.id;
}
