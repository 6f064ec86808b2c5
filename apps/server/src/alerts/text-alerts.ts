import type { Language } from '@granary/contract/accounts/http';
import { chooseAlertMail } from '@granary/domain/alerts/alert-mail';
import { MAX_TEXTS_PER_DAY } from '@granary/domain/notifications/phone-number';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { lockFarmMails } from './alert-mails-store.ts';
import { writeAlertSms } from './alert-sms.ts';
import {
  findAlertsToText,
  findFarmsToText,
  recordText,
  type TextedFarm,
} from './alert-texts-store.ts';
import type { FormatMessage } from './notices.ts';

export interface AlertTextPorts {
  readonly db: Db;
  now(): Millis;
  /** The address of this server for links; null if it is not set. */
  readonly publicUrl: string | null;
  toLanguage(storedLanguage: string): Language;
  formatMessage: FormatMessage;
  /** How many text messages about alerts a number got in the last day. */
  countAlertTexts(trx: Trx, number: string): Promise<number>;
  /** Queues a text message about alerts, sent after the transaction, and counts it. */
  addSms(
    trx: Trx,
    sms: { readonly to: string; readonly text: string },
    details: { readonly userId: number; readonly farmId: number; readonly expiresAt: Millis },
  ): Promise<void>;
  failed(error: unknown): void;
}

/** A message that could not be sent for a day is outdated. */
const MESSAGE_LIFETIME = DAY;

/**
 * Writes the text messages that are due about critical alerts: one for each farm, once all its bins have been
 * evaluated; later alerts of a farm are also sent together. An error with one farm does not stop the others.
 */
export async function textAlerts(ports: AlertTextPorts, signal: AbortSignal): Promise<void> {
  for (const farm of await findFarmsToText(ports.db)) {
    if (signal.aborted) return;
    await ports.db
      .transaction()
      .execute((trx) => textFarm(ports, trx, farm))
      .catch(ports.failed);
  }
}

async function textFarm(ports: AlertTextPorts, trx: Trx, farm: TextedFarm): Promise<void> {
  const { farmId, number, ownerId, isIncomplete } = farm;
  const lastMessages = await lockFarmMails(trx, farmId);
  if (lastMessages === null) return;
  const now = ports.now();
  const unmailedSince = millis(farm.since.getTime());
  const farmAlerts = {
    unmailedSince,
    unansweredSince: null,
    isIncomplete,
    lastMailAt: lastMessages.lastTextAt,
  };
  if (chooseAlertMail(farmAlerts, now) === null) return;
  const alerts = await findAlertsToText(trx, farmId);
  const sentCount = await ports.countAlertTexts(trx, number);
  if (alerts.length === 0 || sentCount >= MAX_TEXTS_PER_DAY) return;
  const text = writeAlertSms(
    { ...farm, alerts, isLast: sentCount === MAX_TEXTS_PER_DAY - 1 },
    ports.toLanguage(farm.language),
    ports.publicUrl,
    ports.formatMessage,
  );
  const expiresAt = millis(now + MESSAGE_LIFETIME);
  await ports.addSms(trx, { to: number, text }, { userId: ownerId, farmId, expiresAt });
  await recordText(trx, farmId, alerts, now);
}
