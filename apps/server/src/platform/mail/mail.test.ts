import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ErrorReplies,
  startSmtpServer,
  type TestSmtpServer,
} from '../../../test/support/smtp-server.ts';
import { deleteOldMails, FileMailTransport } from './file-mail-transport.ts';
import { MailError } from './mail.ts';
import { SmtpTransport } from './smtp.ts';

const FROM = 'Granary <granary@farm.example>';
const MESSAGE = {
  id: 'b6f7',
  to: 'anna@farm.example',
  subject: 'Grüße',
  text: 'One line\n.\nжито\n',
};

describe('the SMTP transport', () => {
  let smtp: TestSmtpServer;

  const startTransport = async (rejections: ErrorReplies = {}) => {
    smtp = await startSmtpServer(rejections);
    return new SmtpTransport(smtp.url, FROM);
  };
  const sendAndGetCause = async (mail: SmtpTransport) => {
    const error: unknown = await mail.send(MESSAGE).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailError);
    return (error as MailError).cause as Error;
  };

  afterEach(() => smtp.close());

  it('delivers text with non-ASCII letters and a line that is only a dot', async () => {
    const mail = await startTransport();
    await mail.send(MESSAGE);
    const [received] = smtp.mails;
    expect(received).toMatchObject({ from: 'granary@farm.example', to: 'anna@farm.example' });
    const [header = '', body = ''] = received?.data.split('\r\n\r\n') ?? [];
    expect(header).toContain('Subject: =?UTF-8?');
    expect(header).toContain('Message-ID: <b6f7@farm.example>');
    expect(header).toMatch(/^From: Granary <granary@farm.example>$/m);
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    expect(Buffer.from(bytes, 'latin1').toString()).toBe('One line\r\n.\r\nжито\r\n');
  });

  it('does not let line breaks in a subject inject a header', async () => {
    const mail = await startTransport();
    await mail.send({ ...MESSAGE, subject: 'Bin 4\r\nBcc: eve@farm.example\r\n\r\nHello' });
    const [header = ''] = smtp.mails[0]?.data.split('\r\n\r\n') ?? [];
    expect(header).toContain('Subject: Bin 4');
    expect(header).not.toMatch(/^Bcc:/m);
    expect(smtp.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
  });

  it('authenticates when the URL has credentials', async () => {
    await startTransport();
    const url = smtp.url.replace('//', '//anna:long%20secret@');
    await new SmtpTransport(url, FROM).send(MESSAGE);
    const credentials = Buffer.from('\0anna\0long secret').toString('base64');
    expect(smtp.commands).toContain(`AUTH PLAIN ${credentials}`);
  });

  it.each<[string, ErrorReplies]>([
    ['rejects the connection', { CONNECT: '554 no' }],
    ['rejects the recipient', { RCPT: '550 who?' }],
    ['fails during the mail data', { DATA: '451 later' }],
  ])('throws a MailError when the server %s', async (_, rejections) => {
    const cause = await sendAndGetCause(await startTransport(rejections));
    expect(cause.message).toContain(Object.values(rejections)[0]);
    expect(smtp.mails).toEqual([]);
  });

  it('reports an address as refused only after a permanent error about the recipient', async () => {
    const isRefused = async (rejections: ErrorReplies) => {
      const mail = await startTransport(rejections);
      const error: unknown = await mail.send(MESSAGE).catch((thrown: unknown) => thrown);
      const { isAddressRefused } = error as MailError;
      if (rejections['DATA'] === undefined) await smtp.close();
      return isAddressRefused;
    };
    expect(await isRefused({ RCPT: '550 who?' })).toBe(true);
    expect(await isRefused({ RCPT: '450 later' })).toBe(false);
    expect(await isRefused({ CONNECT: '554 no' })).toBe(false);
    expect(await isRefused({ DATA: '554 no' })).toBe(false);
  });

  it('throws a MailError when there is no server', async () => {
    const mail = await startTransport();
    await smtp.close();
    expect(await sendAndGetCause(mail)).toMatchObject({ originalCode: 'ECONNREFUSED' });
    smtp = await startSmtpServer();
  });

  it('encrypts the connection to another machine, unless the URL disables it', async () => {
    await startTransport({ STARTTLS: '454 no' });
    // Reaches this machine, but is not a loopback address.
    const remoteUrl = smtp.url.replace('127.0.0.1', '0.0.0.0');
    await sendAndGetCause(new SmtpTransport(remoteUrl, FROM));
    expect(smtp.commands.at(-1)).toBe('STARTTLS');
    await new SmtpTransport(`${remoteUrl}/?requireTLS=false`, FROM).send(MESSAGE);
    expect(smtp.mails).toHaveLength(1);
  });
});

describe('the file mail transport', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'granary-mail-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  function createTransport(logged: string[] = [], at = '2026-07-01T12:00:00Z') {
    const log = pino({}, { write: (line: string) => void logged.push(line) });
    const now = () => Date.parse(at);
    return new FileMailTransport({ folder: join(folder, 'mail'), from: FROM, log, now });
  }

  it('writes a file that only the server’s user may read, and logs its name', async () => {
    const logged: string[] = [];
    await createTransport(logged).send(MESSAGE);
    const [name = ''] = await readdir(join(folder, 'mail'));
    expect(name).toMatch(/^2026-07-01T120000.000Z-[0-9a-f]{8}\.eml$/);
    const file = join(folder, 'mail', name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'mail'))).mode & 0o777).toBe(0o700);
    expect(await readFile(file, 'utf8')).toBe(
      [
        'Message-ID: <b6f7@farm.example>',
        'Date: Wed, 01 Jul 2026 12:00:00 +0000',
        `From: ${FROM}`,
        'To: anna@farm.example',
        'Subject: Grüße',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        'One line',
        '.',
        'жито',
        '',
        '',
      ].join('\r\n'),
    );
    expect(logged.join()).toContain(JSON.stringify(file));
    expect(logged.join()).not.toContain('One line');
  });

  it('does not overwrite a mail with the same timestamp', async () => {
    const mail = createTransport();
    await Promise.all([mail.send(MESSAGE), mail.send(MESSAGE)]);
    expect(await readdir(join(folder, 'mail'))).toHaveLength(2);
  });

  it('deletes mails after thirty days, and no other files', async () => {
    const mails = join(folder, 'mail');
    const now = Date.parse('2026-07-31T12:00:00Z');
    await deleteOldMails(mails, now);
    await createTransport().send(MESSAGE);
    await createTransport([], '2026-07-01T11:59:59.999Z').send(MESSAGE);
    await writeFile(join(mails, 'notes.eml'), 'notes by the operator');
    await deleteOldMails(mails, now);
    expect(await readdir(mails)).toEqual([
      expect.stringMatching(/^2026-07-01T120000\.000Z/),
      'notes.eml',
    ]);
    await deleteOldMails(mails, now + 1);
    expect(await readdir(mails)).toEqual(['notes.eml']);
  });

  it('throws a MailError when the file cannot be written', async () => {
    await writeFile(join(folder, 'mail'), 'in the way');
    await expect(createTransport().send(MESSAGE)).rejects.toBeInstanceOf(MailError);
  });
});
