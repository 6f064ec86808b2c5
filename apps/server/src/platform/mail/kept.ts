import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '@granary/domain/units';
import type { Logger } from 'pino';
import { type Mail, MailError, type Message } from './mail.ts';

/** Whoever runs the server has read them by then, and what they hold is good for minutes, ms. */
const KEPT_FOR = 30 * DAY;
/** The instant comes first in a mail's name, as ISO 8601 without its colons. */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)([\d.]+Z)-[0-9a-f]{8}\.eml$/;

export interface KeptMailOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: Logger;
  now(): number;
}

/**
 * Keeps mails as files, for a server without a mail server: whoever runs it reads them there. They
 * hold secrets, so that nobody else may.
 */
export class KeptMail implements Mail {
  readonly isSent = false;

  constructor(private readonly options: KeptMailOptions) {}

  async send(message: Message): Promise<void> {
    const { folder, log, now } = this.options;
    const at = new Date(now());
    const name = `${at.toISOString().replaceAll(':', '')}-${randomBytes(4).toString('hex')}.eml`;
    const file = join(folder, name);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, this.format(message, at), { mode: 0o600, flag: 'wx' });
    } catch (cause) {
      throw new MailError('A mail could not be kept.', { cause });
    }
    log.warn({ file }, 'mail kept in a file: SMTP_URL is not set');
  }

  /** Internet Message Format with UTF-8 in the header (RFC 6532), so that it can be read as it is. */
  private format({ to, subject, text }: Message, at: Date): string {
    const header = [
      `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
      `From: ${this.options.from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ];
    return [...header, '', ...text.split('\n'), ''].join('\r\n');
  }
}

/** Removes the mails in a folder that were kept for long; leaves what else lies there. */
export async function clearKeptMails(folder: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const [, day, hour, minute, second] = NAME.exec(name) ?? [];
    const at = Date.parse(`${day}${hour}:${minute}:${second}`);
    if (at < now - KEPT_FOR) await rm(join(folder, name), { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // No mail was ever kept.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
