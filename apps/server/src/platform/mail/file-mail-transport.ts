import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '@granary/domain/units';
import type { Logger } from 'pino';
import { formatMessageId, MailError, type MailMessage, type MailTransport } from './mail.ts';

/** How long mails are stored; the codes in them are valid for minutes. */
const RETENTION_MS = 30 * DAY;
/** A file name starts with the time in ISO 8601 format without colons. */
const FILE_NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)([\d.]+Z)-[0-9a-f]{8}\.eml$/;

export interface FileMailOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: Logger;
  now(): number;
}

/**
 * Writes mails to files that the operator reads, for a server without a mail server. They contain
 * secrets, so only the server's user may read them.
 */
export class FileMailTransport implements MailTransport {
  readonly deliversMail = false;

  constructor(private readonly options: FileMailOptions) {}

  async send(message: MailMessage): Promise<void> {
    const { folder, log, now } = this.options;
    const at = new Date(now());
    const name = `${at.toISOString().replaceAll(':', '')}-${randomBytes(4).toString('hex')}.eml`;
    const file = join(folder, name);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, this.format(message, at), { mode: 0o600, flag: 'wx' });
    } catch (cause) {
      throw new MailError('A mail could not be written.', { cause });
    }
    log.warn({ file }, 'mail written to a file: SMTP_URL is not set');
  }

  /** Internet Message Format with UTF-8 headers (RFC 6532), which are readable as text. */
  private format({ id, to, subject, text }: MailMessage, at: Date): string {
    const header = [
      `Message-ID: ${formatMessageId({ id }, this.options.from)}`,
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

/** Deletes old mails in a folder, and no other files. */
export async function deleteOldMails(folder: string, now: number): Promise<void> {
  for (const name of await listFileNames(folder)) {
    const [, day, hour, minute, second] = FILE_NAME.exec(name) ?? [];
    const at = Date.parse(`${day}${hour}:${minute}:${second}`);
    if (at < now - RETENTION_MS) await rm(join(folder, name), { force: true });
  }
}

async function listFileNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
