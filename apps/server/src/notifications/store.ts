import type { QuietHours } from '@granary/domain/notifications/quiet-hours';
import type { Millis } from '@granary/domain/units';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type {
  DevicesTable,
  NotificationsTable,
} from '../platform/postgres/tables/notifications.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';

/** The notifications menu lists at most this many. */
const MAX_LISTED = 100;
/** The maximum number of devices per user; registering more removes the oldest. */
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

/** Marks a user's notifications as read: those with these IDs, or all of them without `ids`. */
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
  await notifyChange(db, userId);
}

/** Notifies the server processes that the notifications of a user changed. */
async function notifyChange(db: Db, userId: number): Promise<void> {
  await sql`select pg_notify('notifications_changed', ${String(userId)})`.execute(db);
}

export type NewNotification = Pick<
  NotificationRow,
  'userId' | 'title' | 'body' | 'target' | 'at'
> & {
  /** The farm whose alerts it is about. */
  readonly farmId?: number | null;
};

/** A stored notification. */
export interface StoredNotification {
  readonly id: number;
  readonly at: Date;
}

/**
 * Adds a notification, in the transaction that causes it. Its time is `at`, or the next millisecond that no
 * other notification of the user has: a message with the same time replaces the other on devices.
 */
export async function insertNotification(
  trx: Trx,
  { userId, title, body, target, at, farmId }: NewNotification,
): Promise<StoredNotification> {
  await notifyChange(trx, userId);
  for (let time = at.getTime(); ; time++) {
    const storedNotification = await trx
      .insertInto('notifications')
      .values({ userId, title, body, target, farmId: farmId ?? null, at: new Date(time) })
      .onConflict((conflict) => conflict.columns(['userId', 'at']).doNothing())
      .returning(['id', 'at'])
      .executeTakeFirst();
    if (storedNotification !== undefined) return storedNotification;
  }
}

/** Updates a notification and marks it as unread. */
export async function updateNotification(
  trx: Trx,
  id: number,
  { userId, title, body, target, at }: NewNotification,
): Promise<StoredNotification> {
  await notifyChange(trx, userId);
  return trx
    .updateTable('notifications')
    .set({ title, body, target, updatedAt: at, readAt: null })
    .where('id', '=', id)
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
}

export type NewDevice = Insertable<DevicesTable>;

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

/** The devices that receive a user's notifications. */
export async function findPushDevices(trx: Db, userId: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select('devices.token')
    .where('users.id', '=', userId)
    .where('users.deletedAt', 'is', null)
    .where('users.notifies', '=', true)
    .where('users.notifiesByPush', '=', true)
    .where('devices.notifies', '=', true)
    .where('devices.notifiesByPush', '=', true)
    .where('devices.p256dh', 'is not', null)
    .execute();
  return rows.map(({ token }) => token);
}

/** The hours in which a user gets critical alerts only. */
export async function findQuietHours(trx: Trx, userId: number): Promise<QuietHours | null> {
  const row = await trx
    .selectFrom('users')
    .select(['quietFrom as from', 'quietUntil as until', 'timezone as timeZone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** The keys of a device that still receives a user's notifications, otherwise null. */
export async function findPushKeys(
  db: Db,
  token: string,
  userId: number,
): Promise<{ readonly p256dh: string; readonly auth: string } | null> {
  const row = await db
    .selectFrom('devices')
    .select(['p256dh', 'auth'])
    .where('token', '=', token)
    .where('userId', '=', userId)
    .where('notifies', '=', true)
    .where('notifiesByPush', '=', true)
    .executeTakeFirst();
  if (!row || row.p256dh === null || row.auth === null) return null;
  return { p256dh: row.p256dh, auth: row.auth };
}

/** Deletes a device that its push service no longer recognizes. */
export async function forgetDevice(db: Db, token: string): Promise<void> {
  await db.deleteFrom('devices').where('token', '=', token).execute();
}
