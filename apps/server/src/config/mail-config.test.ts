import { expect, it } from 'vitest';
import { deriveConfig } from './config.ts';
import { ConfigError, readEnv } from './env.ts';

const toConfig = (environment: Record<string, string>) =>
  deriveConfig(readEnv({ ALLOW_PLAINTEXT: '1', ...environment }));
const FROM = 'granary@farm.example';

it('accepts a mail server with a sender', () => {
  const senders = [FROM, `Granary <${FROM}>`, `Weizen & Söhne <${FROM}>`, `<${FROM}>`];
  for (const MAIL_FROM of senders) {
    for (const SMTP_URL of [
      'smtp://mail.example',
      'smtps://user:p%40ss@mail.example:465/?name=x',
    ]) {
      const { smtpUrl, mailFrom } = toConfig({ SMTP_URL, MAIL_FROM });
      expect([smtpUrl, mailFrom]).toEqual([SMTP_URL, MAIL_FROM]);
    }
  }
});

it('defaults to a local sender if no mail server is set', () => {
  const { smtpUrl, mailFrom } = toConfig({});
  expect([smtpUrl, mailFrom]).toEqual([null, 'Granary <granary@localhost>']);
});

it('rejects an SMS gateway token without the address of the gateway', () => {
  expect(() => toConfig({ SMS_TOKEN: 'secret' })).toThrow(
    new ConfigError('SMS_TOKEN requires SMS_URL.'),
  );
});

it('rejects a mail server without a sender, and invalid values', () => {
  const expectError = (environment: Record<string, string>, message: string) =>
    expect(() => toConfig(environment)).toThrow(new ConfigError(message));
  expectError({ SMTP_URL: 'smtp://mail.example' }, 'SMTP_URL requires MAIL_FROM.');
  for (const SMTP_URL of ['mail.example', 'https://mail.example', 'smtp:', 'localhost:25']) {
    expectError(
      { SMTP_URL, MAIL_FROM: FROM },
      'SMTP_URL must be the address of a mail server, such as smtps://user:password@mail.example.',
    );
  }
  for (const MAIL_FROM of [
    'Granary',
    `a@b, ${FROM}`,
    `Granary ${FROM}`,
    `<${FROM}`,
    'a@b\nBcc: c@d',
  ]) {
    expectError(
      { MAIL_FROM },
      'MAIL_FROM must be an email address, such as Granary <granary@farm.example>.',
    );
  }
});
