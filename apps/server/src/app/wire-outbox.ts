import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { can } from '@granary/domain/access/access';
import { type Millis, SECOND } from '@granary/domain/units';
import { findOwner } from '../access/owners.ts';
import { findLanguage, findUser } from '../accounts/store.ts';
import { updatePush } from '../alerts/notify-farms.ts';
import { isConfirmedContact } from '../farm-contacts/store.ts';
import { sendPush } from '../notifications/send-push.ts';
import { type Mail, Outbox, type Push, RefusedMessageError, type Sms } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import {
  addJob,
  JobQueues,
  limitRetryDelays,
  releaseAbandonedJobs,
} from '../platform/jobs/job-queue.ts';
import { FileMailTransport } from '../platform/mail/file-mail-transport.ts';
import { MailError, type MailTransport } from '../platform/mail/mail.ts';
import { SmtpTransport } from '../platform/mail/smtp.ts';
import { type Outbound, OutboundError } from '../platform/outbound/outbound.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { WebPush } from '../platform/push/web-push.ts';
import { SmsGateway } from '../platform/sms/sms-gateway.ts';
import type { Dependencies } from './dependencies.ts';
import { toLanguage } from './wire-alerts.ts';

/** Outgoing messages. */
export interface Messages {
  readonly outbox: Outbox;
  /** Whether mails reach mailboxes; otherwise they stay on this machine. */
  readonly deliversMail: boolean;
  /** Whether there is a gateway for text messages. */
  readonly sendsSms: boolean;
  readonly push: WebPush;
  /** Sends a mail directly, without the outbox, because the outbox needs the database. */
  sendMailDirectly(mail: Mail): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How often to look for expired messages, and for jobs of processes that were killed, ms. */
const POLL_MS = 5 * SECOND;

export function wireOutbox(dependencies: Dependencies, outbound: Outbound): Messages {
  const { db, secrets, source, log, now, metrics, repeat, failed } = dependencies;
  const transport = createMailTransport(dependencies);
  const push = new WebPush(outbound, secrets.vapidKey, toVapidSubject(dependencies.config));
  const gateway = createSmsGateway(dependencies, outbound);
  const outbox = new Outbox({
    db,
    key: secrets.outboxKey,
    now,
    addJob,
    sendMail: (id, mail) => sendMail(transport, id, mail),
    sendPush: (id, message, expiresAt) => pushMessage(dependencies, push, id, message, expiresAt),
    sendSms: (id, sms) => sendSms(gateway, id, sms),
    maySee: (...args) => maySeeFarm(db, ...args),
    updatePush: (message, notificationId) =>
      updatePush({ db, findLanguage: loadLanguage, formatMessage }, message, notificationId),
    counted: (channel, outcome) => metrics.messages.inc({ channel, outcome }),
    failed,
  });
  const queues = new JobQueues(
    source,
    log.child({ part: 'outbox' }),
    {
      mail: (id) => outbox.send('mail', id),
      push: (id) => outbox.send('push', id),
      sms: (id) => outbox.send('sms', id),
    },
    failed,
  );
  const cleanUp = async () => {
    await releaseAbandonedJobs(db);
    await limitRetryDelays(db);
    await outbox.endExpired();
  };
  let stopRepeating = () => {};
  return {
    outbox,
    deliversMail: transport.deliversMail,
    sendsSms: gateway !== null,
    push,
    sendMailDirectly: (mail) => transport.send({ id: randomUUID(), ...mail }),
    start: async () => {
      await queues.start();
      await cleanUp();
      stopRepeating = repeat(() => void cleanUp().catch(failed), POLL_MS);
    },
    stop: async () => {
      stopRepeating();
      await queues.stop();
    },
  };
}

async function loadLanguage(db: Db, userId: number) {
  return toLanguage(await findLanguage(db, userId));
}

/** Checks whether a recipient may see a farm: an account with access, or a confirmed contact. */
async function maySeeFarm(
  db: Db,
  userId: number | null,
  to: string | null,
  farmId: number,
): Promise<boolean> {
  const owner = await findOwner(db, 'farm', farmId);
  if (owner === null) return false;
  if (userId === null) return to !== null && isConfirmedContact(db, farmId, to);
  const user = await findUser(db, userId);
  return user !== null && can(user, 'farm.read', owner);
}

async function sendMail(transport: MailTransport, id: string, mail: Mail): Promise<void> {
  try {
    await transport.send({ id, ...mail });
  } catch (error) {
    if (!(error instanceof MailError) || !error.isAddressRefused) throw error;
    throw new RefusedMessageError(error.message, { cause: error.cause });
  }
}

async function pushMessage(
  { db, now }: Dependencies,
  push: WebPush,
  id: string,
  message: Push,
  expiresAt: Millis,
): Promise<void> {
  const ports = { db, now, send: (...args: Parameters<WebPush['send']>) => push.send(...args) };
  try {
    if (await sendPush(ports, id, message, expiresAt)) return;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code !== 'private-address') throw error;
    throw new RefusedMessageError('the endpoint is at a private address', { cause: error });
  }
  throw new RefusedMessageError('the device no longer receives notifications');
}

async function sendSms(gateway: SmsGateway | null, id: string, sms: Sms): Promise<void> {
  if (gateway === null) throw new RefusedMessageError('there is no SMS gateway');
  if (await gateway.send({ id, ...sms })) return;
  throw new RefusedMessageError('the SMS gateway refused the number');
}

function createSmsGateway({ config }: Dependencies, outbound: Outbound): SmsGateway | null {
  return config.sms && new SmsGateway(outbound, config.sms.url, config.sms.token);
}

/** The address at which push services can contact the operator of this server. */
function toVapidSubject({ publicUrl, mailFrom }: Dependencies['config']): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

function createMailTransport({ config, log, now }: Dependencies): MailTransport {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl !== null) return new SmtpTransport(smtpUrl, mailFrom);
  return new FileMailTransport({ folder: getMailFolder(config), from: mailFrom, log, now });
}

/** The folder where mails are written while no mail server is configured. */
export function getMailFolder({ dataDir }: Dependencies['config']): string {
  return join(dataDir, 'mail');
}
