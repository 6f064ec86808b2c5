import type { Language } from '@granary/contract/accounts/http';
import { chooseFarmNotice } from '@granary/domain/alerts/farm-notice';
import type { Millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import {
  findFarmOfNotification,
  findFarmsToNotify,
  findNoticeAlerts,
  findUnacknowledgedAlerts,
  lockFarmNotices,
  readFarmNotice,
  recordNotice,
} from './farm-notices-store.ts';
import { type FormatMessage, type Notice, writeNotice } from './notices.ts';

export interface NotifyPorts {
  readonly db: Db;
  now(): Millis;
  /** The language of an account's messages. */
  findLanguage(trx: Trx, userId: number): Promise<Language>;
  formatMessage: FormatMessage;
  /**
   * Adds a notification for a user, or changes the one with the given ID, and returns its ID. An urgent
   * notification is sent even during quiet hours.
   */
  notify(
    trx: Trx,
    notification: Notice & {
      readonly id: number | null;
      readonly userId: number;
      readonly farmId: number | null;
      /** Devices are notified only while the user may see this farm. */
      readonly aboutFarmId?: number;
      readonly at: Date;
    },
    isUrgent: boolean,
  ): Promise<number>;
  failed(error: unknown): void;
}

/**
 * Notifies farm owners about alerts, with one notification for each farm. The notification and the
 * record of its alerts are written in one transaction, so each alert is in exactly one notification. An
 * error for one farm does not stop the others.
 */
export async function notifyFarms(ports: NotifyPorts, signal: AbortSignal): Promise<void> {
  for (const farmId of await findFarmsToNotify(ports.db)) {
    if (signal.aborted) return;
    await ports.db
      .transaction()
      .execute((trx) => notifyFarm(ports, trx, farmId))
      .catch(ports.failed);
  }
}

async function notifyFarm(ports: NotifyPorts, trx: Trx, farmId: number): Promise<void> {
  const farm = await lockFarmNotices(trx, farmId);
  if (farm === null) return;
  const state = await readFarmNotice(trx, farm);
  const choice = chooseFarmNotice(state, ports.now());
  if (choice === null) return;
  const id = choice === 'update' ? (state.newest?.id ?? null) : null;
  const alerts = await findNoticeAlerts(trx, farmId, id);
  const language = await ports.findLanguage(trx, farm.ownerId);
  const notice = writeNotice({ ...farm, alerts }, language, ports.formatMessage);
  const at = new Date(ports.now());
  const userId = farm.ownerId;
  const isUrgent = alerts.some(({ severity }) => severity === 'critical');
  const notification = { ...notice, id, userId, farmId, aboutFarmId: farmId, at };
  const notificationId = await ports.notify(trx, notification, isUrgent);
  await recordNotice(trx, alerts, notificationId);
}

/**
 * Rewrites the push message for a notification so that it lists only the alerts that still need a response;
 * returns null if there are none.
 */
export async function updatePush<P extends Notice & { readonly userId: number }>(
  {
    db,
    findLanguage,
    formatMessage,
  }: Pick<NotifyPorts, 'db' | 'formatMessage'> & {
    findLanguage(db: Db, userId: number): Promise<Language>;
  },
  push: P,
  notificationId: number,
): Promise<P | null> {
  const farm = await findFarmOfNotification(db, notificationId);
  if (farm === null) return push;
  const alerts = await findUnacknowledgedAlerts(db, notificationId);
  if (alerts.length === 0) return null;
  const language = await findLanguage(db, push.userId);
  return { ...push, ...writeNotice({ ...farm, alerts }, language, formatMessage) };
}
