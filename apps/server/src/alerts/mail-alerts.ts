import type { Language } from '@granary/contract/accounts/http';
import { type AlertMailKind, chooseAlertMail } from '@granary/domain/alerts/alert-mail';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import { findQuietEnd } from '@granary/domain/notifications/quiet-hours';
import { DAY, type Millis, millis } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import { type AlertMail, type MailedAlert, writeAlertMail } from './alert-mail.ts';
import {
  type AlertedFarm,
  findAlertedFarm,
  findAlertedFarms,
  findAlertsToMail,
  type LastMessages,
  lockFarmMails,
  type Recipient,
  readFarmAlerts,
  recordEscalation,
  recordInstallationMail,
  recordOwnerMail,
  recordReminder,
} from './alert-mails-store.ts';
import type { FormatMessage } from './notices.ts';
import type { NotifyPorts } from './notify-farms.ts';

export interface AlertMailPorts {
  readonly db: Db;
  now(): Millis;
  /** The address of this server for links; null if it is not set. */
  readonly publicUrl: string | null;
  /** Whether mails reach mailboxes. */
  readonly deliversMail: boolean;
  toLanguage(storedLanguage: string): Language;
  formatMessage: FormatMessage;
  /** Queues a mail, which is sent after the transaction. */
  addMail(
    trx: Trx,
    mail: { readonly to: string; readonly subject: string; readonly text: string },
    details: { readonly userId: number; readonly farmId: number; readonly expiresAt: Millis },
  ): Promise<void>;
  readonly notify: NotifyPorts['notify'];
  failed(error: unknown): void;
}

/** A mail that could not be sent for a day is outdated. */
const MESSAGE_LIFETIME = DAY;

/**
 * Writes the mails that are due about the open alerts of each farm: to its owner, and to the distributor
 * about new bins without data and critical alerts that nobody responded to. An error with one farm does not
 * stop the others.
 */
export async function mailAlerts(ports: AlertMailPorts, signal: AbortSignal): Promise<void> {
  for (const farmId of await findAlertedFarms(ports.db)) {
    if (signal.aborted) return;
    await ports.db
      .transaction()
      .execute((trx) => mailFarm(ports, trx, farmId))
      .catch(ports.failed);
  }
}

async function mailFarm(ports: AlertMailPorts, trx: Trx, farmId: number): Promise<void> {
  const lastMessages = await lockFarmMails(trx, farmId);
  const farm = lastMessages && (await findAlertedFarm(trx, farmId));
  if (lastMessages === null || farm === null) return;
  await notifyDealer(ports, trx, farm);
  await notifyOwner(ports, trx, farm, lastMessages);
  await escalate(ports, trx, farm);
}

/** Writes the mail that is due to the owner; a reminder is also a notification and a push message. */
async function notifyOwner(
  ports: AlertMailPorts,
  trx: Trx,
  farm: AlertedFarm,
  lastMessageTimes: LastMessages,
): Promise<void> {
  const { farmId, owner } = farm;
  const now = ports.now();
  const isMailed = ports.deliversMail && owner.isMailed;
  const farmAlerts = await readFarmAlerts(trx, farmId, { ...lastMessageTimes, now });
  const kind = chooseAlertMail(isMailed ? farmAlerts : { ...farmAlerts, unmailedSince: null }, now);
  if (kind === null) return;
  const selection = kind === 'new' ? { unmailedAsOf: now } : 'unanswered';
  const alerts = await findAlertsToMail(trx, farmId, selection);
  if (!canSendNow(farm, alerts, now)) return;
  const message: Message = { kind, to: owner, alerts };
  if (isMailed) {
    await addMail(ports, trx, farm, message);
    await recordOwnerMail(trx, farmId, alerts, now);
  }
  if (kind === 'reminder') {
    await addNotification(ports, trx, farm, message);
    await recordReminder(trx, farmId, now);
  }
}

/** Notifies the dealer, who installs boards, of new bins that have not sent any data. */
async function notifyDealer(ports: AlertMailPorts, trx: Trx, farm: AlertedFarm): Promise<void> {
  const { distributor, farmId } = farm;
  if (distributor === null) return;
  const alerts = await findAlertsToMail(trx, farmId, 'installation');
  if (alerts.length === 0) return;
  const kind = 'installation';
  if (ports.deliversMail) await addMail(ports, trx, farm, { kind, to: distributor, alerts });
  await addNotification(ports, trx, farm, { kind, to: distributor, alerts });
  await recordInstallationMail(trx, alerts, ports.now());
}

/** During the owner's quiet hours, only mails with critical alerts are sent; other mails wait. */
function canSendNow({ owner }: AlertedFarm, alerts: readonly MailedAlert[], now: Millis): boolean {
  const isCritical = alerts.some(({ severity }) => severity === 'critical');
  return isCritical || findQuietEnd(owner.quietHours, now) === null;
}

/**
 * Mails critical alerts without a response to the distributor; if there is no distributor to mail, notifies
 * the owner again through all channels.
 */
async function escalate(ports: AlertMailPorts, trx: Trx, farm: AlertedFarm): Promise<void> {
  const now = ports.now();
  const alerts = await findAlertsToMail(trx, farm.farmId, { escalationDueAt: now });
  if (alerts.length === 0) return;
  const { owner, escalates } = farm;
  const distributor = escalates ? farm.distributor : null;
  const kind = 'escalation';
  if (ports.deliversMail && distributor !== null) {
    await addMail(ports, trx, farm, { kind, to: distributor, alerts });
    await recordEscalation(trx, alerts, { now, textsAgain: false });
    return;
  }
  if (ports.deliversMail && owner.isMailed) {
    await addMail(ports, trx, farm, { kind, to: owner, alerts });
  }
  await addNotification(ports, trx, farm, { kind, to: owner, alerts });
  await recordEscalation(trx, alerts, { now, textsAgain: true });
}

/** Adds a notification for the recipient, with the subject of the mail. */
async function addNotification(
  ports: AlertMailPorts,
  trx: Trx,
  { farmId, farmName, owner }: AlertedFarm,
  { kind, to, alerts }: Message,
): Promise<void> {
  const language = ports.toLanguage(to.language);
  const timeZone = toKnownZone(to.timeZone);
  const { name: ownerName, phone: ownerPhone } = owner;
  const mail = { kind, farmId, farmName, timeZone, ownerName, ownerPhone, alerts };
  const { subject } = writeAlertMail(mail, language, null, ports.formatMessage);
  const isRepeat = kind === 'escalation' || kind === 'reminder';
  const body = isRepeat ? ports.formatMessage(language, 'alertMailReminder') : '';
  const isUrgent = isRepeat && alerts.some(({ severity }) => severity === 'critical');
  const target = `/alerts?farm=${farmId}`;
  const at = new Date(ports.now());
  // The notification belongs to no farm, so that later alerts do not change it.
  const notice = { id: null, farmId: null, aboutFarmId: farmId, title: subject, body, target };
  await ports.notify(trx, { ...notice, userId: to.id, at }, isUrgent);
}

/** A mail or a notification about a farm's alerts. */
interface Message {
  readonly kind: AlertMailKind;
  readonly to: Recipient;
  readonly alerts: readonly MailedAlert[];
}

async function addMail(
  ports: AlertMailPorts,
  trx: Trx,
  { farmId, farmName, owner }: AlertedFarm,
  { kind, to, alerts }: Message,
): Promise<void> {
  const { name: ownerName, phone: ownerPhone } = owner;
  const mail: AlertMail = {
    kind,
    farmId,
    farmName,
    timeZone: toKnownZone(to.timeZone),
    ownerName,
    ownerPhone,
    ...(to.id !== owner.id && { isForDistributor: true }),
    alerts,
  };
  const language = ports.toLanguage(to.language);
  const message = writeAlertMail(mail, language, ports.publicUrl, ports.formatMessage);
  await ports.addMail(
    trx,
    { to: to.email, ...message },
    { userId: to.id, farmId, expiresAt: millis(ports.now() + MESSAGE_LIFETIME) },
  );
}
