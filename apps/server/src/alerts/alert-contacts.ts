import type { Language } from '@granary/contract/accounts/http';
import { chooseAlertMail } from '@granary/domain/alerts/alert-mail';
import { MAX_TEXTS_PER_DAY } from '@granary/domain/notifications/phone-number';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { writeAlertMail } from './alert-mail.ts';
import { writeAlertSms } from './alert-sms.ts';
import {
  type ContactToAlert,
  findContactsToAlert,
  lockContactAlerts,
  recordContactAlerts,
} from './contact-alerts-store.ts';
import type { FormatMessage } from './notices.ts';

export interface ContactAlertPorts {
  readonly db: Db;
  now(): Millis;
  toLanguage(storedLanguage: string): Language;
  formatMessage: FormatMessage;
  /** A contact's opt-out link; null if the address of this server is not set. */
  createOptOutLink(contactId: number): string | null;
  readonly deliversMail: boolean;
  readonly sendsSms: boolean;
  /** Queues a mail, which is sent after the transaction. */
  addMail(
    trx: Trx,
    mail: { readonly to: string; readonly subject: string; readonly text: string },
    details: ContactMessageDetails,
  ): Promise<void>;
  /** How many text messages about alerts a number got in the last day. */
  countAlertTexts(trx: Trx, number: string): Promise<number>;
  /** Queues a text message about alerts, sent after the transaction, and counts it. */
  addSms(
    trx: Trx,
    sms: { readonly to: string; readonly text: string },
    details: ContactMessageDetails,
  ): Promise<void>;
  failed(error: unknown): void;
}

/** The recipient of a message, the farm that it is about, and when it expires. */
interface ContactMessageDetails {
  readonly userId: null;
  readonly contactId: number;
  readonly farmId: number;
  readonly expiresAt: Millis;
}

/** A message that could not be sent for a day is outdated. */
const MESSAGE_LIFETIME = DAY;

/**
 * Sends alerts to the contacts of farms: each alert once, and again if it becomes critical; the alerts of a
 * farm are sent together. An error with one contact does not stop the others.
 */
export async function alertContacts(ports: ContactAlertPorts, signal: AbortSignal): Promise<void> {
  for (const contact of await findContactsToAlert(ports.db)) {
    if (signal.aborted) return;
    await ports.db
      .transaction()
      .execute((trx) => alertContact(ports, trx, contact))
      .catch(ports.failed);
  }
}

async function alertContact(
  ports: ContactAlertPorts,
  trx: Trx,
  contact: ContactToAlert,
): Promise<void> {
  const { id, channel, address: to, farmId, farmName, timeZone, lastAt, since } = contact;
  const now = ports.now();
  const farmAlerts = {
    unmailedSince: millis(since.getTime()),
    unansweredSince: null,
    isIncomplete: contact.isIncomplete,
    lastMailAt: lastAt && millis(lastAt.getTime()),
  };
  const optOutLink = ports.createOptOutLink(id);
  const isAvailable = channel === 'mail' ? ports.deliversMail : ports.sendsSms;
  if (optOutLink === null || !isAvailable || chooseAlertMail(farmAlerts, now) === null) return;
  const alerts = await lockContactAlerts(trx, id);
  if (alerts.length === 0) return;
  const language = ports.toLanguage(contact.language);
  const farm = { farmId, farmName, alerts, optOutLink };
  const details = {
    userId: null,
    contactId: id,
    farmId,
    expiresAt: millis(now + MESSAGE_LIFETIME),
  };
  if (channel === 'mail') {
    const mail = { ...farm, kind: 'new' as const, timeZone, ownerName: '', ownerPhone: '' };
    const message = writeAlertMail(mail, language, null, ports.formatMessage);
    await ports.addMail(trx, { to, ...message }, details);
  } else {
    const sentCount = await ports.countAlertTexts(trx, to);
    if (sentCount >= MAX_TEXTS_PER_DAY) return;
    const sms = { ...farm, isLast: sentCount === MAX_TEXTS_PER_DAY - 1 };
    await ports.addSms(
      trx,
      { to, text: writeAlertSms(sms, language, null, ports.formatMessage) },
      details,
    );
  }
  await recordContactAlerts(trx, id, alerts, now);
}
