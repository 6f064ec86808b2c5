import type { Millis } from '@granary/domain/units';
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { NotificationsTable } from '../platform/postgres/tables/notifications.ts';
import type { Tables } from '../platform/postgres/tables.ts';

/** The bell lists this many. */
const NEWEST = 100;
/** A person registers a browser or two; the oldest make room for more. */
const DEVICES = 20;

export type NotificationRow = Selectable<NotificationsTable>;

/** A user's newest notifications, newest first. */
export function findNotifications(db: Kysely<Tables>, userId: number): Promise<NotificationRow[]> {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
}

/** Marks a user's notifications as read: those of the ids, or all of them. Others' stay as they are. */
export async function markRead(
  db: Kysely<Tables>,
  userId: number,
  ids: readonly number[] | undefined,
  at: Millis,
): Promise<void> {
  const named = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id = any(${ids}::integer[])`;
  await db
    .updateTable('notifications')
    .set({ readAt: new Date(at) })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where(named)
    .execute();
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

/** Registers a browser or device; one that somebody else used before is theirs no more. */
export async function registerDevice(db: Kysely<Tables>, device: NewDevice): Promise<void> {
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
        order by registered_at desc, token offset ${DEVICES}
      )`.execute(trx);
  });
}

/** Forgets what a session registered. */
export async function forgetDevicesOfSession(db: Kysely<Tables>, sid: string): Promise<void> {
  await db.deleteFrom('devices').where('sessionId', '=', sid).execute();
}

/** Forgets all that a user registered. */
export async function forgetDevicesOfUser(db: Kysely<Tables>, userId: number): Promise<void> {
  await db.deleteFrom('devices').where('userId', '=', userId).execute();
}
