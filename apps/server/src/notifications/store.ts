import type { Millis } from '@granary/domain/units';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { NotificationsTable } from '../platform/postgres/tables/notifications.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** The notifications menu lists this many. */
const MAX_LISTED = 100;
/** Devices of a user; registering more removes the oldest. */
const MAX_DEVICES = 20;

export type NotificationRow = Selectable<NotificationsTable>;

/** A user's newest notifications, newest first. */
export function findNotifications(db: Db, userId: number): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

/** Marks a user's notifications as read, those with the ids or all. */
export async function markRead(
  db: Db,
  userId: number,
  ids: readonly number[] | undefined,
  at: Millis,
): Promise<void> {
  const isSelected =
    ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id = any(${ids}::integer[])`;
  await db
    .updateTable('notifications')
    .set({ readAt: new Date(at) })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where(isSelected)
    .execute();
}

/** Adds an entry behind a user's bell, in the transaction that causes it. */
export async function insertNotification(
  trx: Trx,
  notification: Pick<NotificationRow, 'userId' | 'title' | 'body' | 'target' | 'at'>,
): Promise<void> {
  await trx.insertInto('notifications').values(notification).execute();
}

export interface NewDevice {
  readonly token: string;
  readonly userId: number;
  readonly sessionId: string;
  readonly deviceType: string;
  readonly notifies: boolean;
  readonly notifiesByPush: boolean;
  readonly registeredAt: Date;
}

/** Registers a browser or device, and removes it from any other user. */
export async function registerDevice(db: Db, device: NewDevice): Promise<void> {
  const { token, ...rest } = device;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('devices')
      .values(device)
      .onConflict((conflict) => conflict.column('token').doUpdateSet(rest))
      .execute();
    await sql`
      delete from devices where token in (
        select token from devices where user_id = ${device.userId}
        order by registered_at desc, token offset ${MAX_DEVICES}
      )`.execute(trx);
  });
}

/** Deletes the devices that a session registered. */
export async function forgetDevicesOfSession(db: Db, sid: string): Promise<void> {
  await db.deleteFrom('devices').where('sessionId', '=', sid).execute();
}

/** Deletes all devices of a user. */
export async function forgetDevicesOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('devices').where('userId', '=', userId).execute();
}
