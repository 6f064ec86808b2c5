import type { FarmNoticeState } from '@granary/domain/alerts/farm-notice';
import { millis } from '@granary/domain/units';
import { type RawBuilder, sql } from 'kysely';
import type { AlertRow, Db, Trx } from '../platform/postgres/tables.ts';
import { isAnnounced, isInSummary } from './alert-mails-store.ts';
import { alertPerson } from './alert-person-store.ts';
import { hasChangedBins } from './marks-store.ts';
import type { NoticeAlert } from './notices.ts';

/** No notification includes the alert, or the one that does was written before the alert became critical. */
const isWaiting = sql`(
  notified_severity is null
  or (announced_severity = 'critical' and notified_severity <> 'critical'))`;

/** The farms whose owners should be notified. */
export async function findFarmsToNotify(db: Db): Promise<number[]> {
  const { rows } = await sql<{ farmId: number }>`
    select distinct farm_id from alerts join bins on bins.id = bin_id
    where ${isAnnounced} and ${isWaiting}`.execute(db);
  return rows.map(({ farmId }) => farmId);
}

/** A farm and the account that is notified of its alerts. */
export interface NotifiedFarm {
  readonly farmId: number;
  readonly farmName: string;
  readonly ownerId: number;
}

/** Locks the notices of a farm until the transaction ends; null if another process has locked them. */
export async function lockFarmNotices(trx: Trx, farmId: number): Promise<NotifiedFarm | null> {
  const { rows } = await sql<NotifiedFarm>`
    select farms.id as farm_id, farms.name as farm_name, owner_id from farms
    where farms.id = ${farmId} and farms.deleted_at is null
    for no key update skip locked`.execute(trx);
  return rows[0] ?? null;
}

/**
 * The newest notification to a farm's owner about its alerts (the summary, if all waiting alerts belong to
 * it), and when the oldest waiting alert was announced.
 */
export interface StoredFarmNotice extends Omit<FarmNoticeState, 'newest'> {
  readonly newest: (FarmNoticeState['newest'] & { readonly id: number }) | null;
}

export async function readFarmNotice(
  trx: Trx,
  { farmId, ownerId }: NotifiedFarm,
): Promise<StoredFarmNotice> {
  const { rows } = await sql<{
    waitingSince: Date | null;
    isOnlySummary: boolean | null;
    isIncomplete: boolean;
  }>`
    select min(announced_at) as waiting_since, bool_and(${isInSummary}) as is_only_summary,
      ${hasChangedBins(sql`${farmId}`)} as is_incomplete
    from alerts join bins on bins.id = bin_id
    where farm_id = ${farmId} and ${isAnnounced} and ${isWaiting}`.execute(trx);
  const [row] = rows;
  const newest = await trx
    .selectFrom('notifications')
    .select(['id', 'at', 'updatedAt'])
    .select(
      sql<boolean>`${row?.isOnlySummary ?? false} and exists (
        select from alerts where notification_id = notifications.id and ${isInSummary})`.as(
        'isSummaryOfWaitingAlerts',
      ),
    )
    .where('farmId', '=', farmId)
    .where('userId', '=', ownerId)
    .orderBy('isSummaryOfWaitingAlerts', 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    waitingSince: row?.waitingSince ? millis(row.waitingSince.getTime()) : null,
    isIncomplete: row?.isIncomplete ?? false,
    newest:
      newest === undefined
        ? null
        : {
            id: newest.id,
            at: millis(newest.at.getTime()),
            isSummaryOfWaitingAlerts: newest.isSummaryOfWaitingAlerts,
            updatedAt: millis((newest.updatedAt ?? newest.at).getTime()),
          },
  };
}

/** The farm whose alerts a notification is about; null for other notifications. */
export async function findFarmOfNotification(
  db: Db,
  notificationId: number,
): Promise<Pick<NotifiedFarm, 'farmId' | 'farmName'> | null> {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('farms', 'farms.id', 'notifications.farmId')
    .select(['farms.id as farmId', 'farms.name as farmName'])
    .where('notifications.id', '=', notificationId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The open, unacknowledged alerts of a notification, worst first, except alerts that a newer notification
 * includes.
 */
export function findUnacknowledgedAlerts(
  db: Db,
  notificationId: number,
): Promise<StoredNoticeAlert[]> {
  return findAlerts(db, sql`notification_id = ${notificationId} and acknowledged_at is null`);
}

/** An alert in a notification. */
type StoredNoticeAlert = NoticeAlert & Pick<AlertRow, 'id' | 'severity'>;

/**
 * The open alerts to include in a farm's notification, worst first: alerts that are waiting for one, and
 * alerts already in the given notification.
 */
export function findNoticeAlerts(
  trx: Trx,
  farmId: number,
  notificationId: number | null,
): Promise<StoredNoticeAlert[]> {
  return findAlerts(
    trx,
    sql`farm_id = ${farmId} and (${isWaiting} or notification_id = ${notificationId})`,
  );
}

async function findAlerts(db: Db, isIncluded: RawBuilder<unknown>): Promise<StoredNoticeAlert[]> {
  const { rows } = await sql<StoredNoticeAlert>`
    select alerts.id, severity, bin_id, rule, value, limit_value, bins.name as bin_name,
      main_board_id, temperature_unit, ${alertPerson} as person
    from alerts join bins on bins.id = bin_id
    where ${isAnnounced} and ${isIncluded}
    order by array_position(array['critical', 'warning', 'watch'], severity), bins.name, alerts.id
  `.execute(db);
  return rows;
}

/** Records which notification includes these alerts. */
export async function recordNotice(
  trx: Trx,
  alerts: readonly { readonly id: number }[],
  notificationId: number,
): Promise<void> {
  const ids = alerts.map(({ id }) => id);
  await sql`
    update alerts set notified_severity = announced_severity, notification_id = ${notificationId}
    where id = any(${ids}::integer[])`.execute(trx);
}
