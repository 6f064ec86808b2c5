import { join } from 'node:path';
import { SECOND } from '@granary/domain/units';
import { type Mail, Outbox, RefusedMessageError } from '../outbox/outbox.ts';
import { endExpiredMessages } from '../outbox/outbox-store.ts';
import { addJob, JobQueues, releaseAbandonedJobs } from '../platform/jobs/job-queue.ts';
import { FileMailTransport } from '../platform/mail/file-mail-transport.ts';
import { MailError, type MailTransport } from '../platform/mail/mail.ts';
import { SmtpTransport } from '../platform/mail/smtp.ts';
import type { Dependencies } from './dependencies.ts';

/** The messages that leave the server. */
export interface Messages {
  readonly outbox: Outbox;
  /** Whether mails reach mailboxes; otherwise they stay on this machine. */
  readonly deliversMail: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Expired messages, and jobs of processes that were killed, are looked for this often, ms. */
const POLL = 5 * SECOND;

export function wireOutbox(dependencies: Dependencies): Messages {
  const { db, secrets, source, log, now, metrics, repeat, failed } = dependencies;
  const transport = createMailTransport(dependencies);
  const outbox = new Outbox({
    db,
    key: secrets.outboxKey,
    now,
    addJob,
    sendMail: (id, mail) => sendMail(transport, id, mail),
    counted: (channel, outcome) => metrics.messages.inc({ channel, outcome }),
    failed,
  });
  const queues = new JobQueues(
    source,
    log.child({ part: 'outbox' }),
    { mail: (id) => outbox.send('mail', id) },
    failed,
  );
  const cleanUp = async () => {
    await releaseAbandonedJobs(db);
    await endExpiredMessages(db, now());
  };
  let stopRepeating = () => {};
  return {
    outbox,
    deliversMail: transport.deliversMail,
    start: async () => {
      await queues.start();
      await cleanUp();
      stopRepeating = repeat(() => void cleanUp().catch(failed), POLL);
    },
    stop: async () => {
      stopRepeating();
      await queues.stop();
    },
  };
}

async function sendMail(transport: MailTransport, id: string, mail: Mail): Promise<void> {
  try {
    await transport.send({ id, ...mail });
  } catch (error) {
    if (!(error instanceof MailError) || !error.isRefusedAddress) throw error;
    throw new RefusedMessageError(error.message, { cause: error.cause });
  }
}

function createMailTransport({ config, log, now }: Dependencies): MailTransport {
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl !== null) return new SmtpTransport(smtpUrl, mailFrom);
  return new FileMailTransport({ folder: mailFolder(config), from: mailFrom, log, now });
}

/** The folder where mails are written while no mail server is configured. */
export function mailFolder({ dataDir }: Dependencies['config']): string {
  return join(dataDir, 'mail');
}
