import { HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { startSmsGateway, type TestSmsGateway } from '../../test/support/sms-gateway.ts';
import { startSmtpServer, type TestSmtpServer } from '../../test/support/smtp-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let gateway: TestSmsGateway;
let smtp: TestSmtpServer;
let token: string;
let user: { readonly id: number; readonly email: string };
let phoneNumberCount = 0;

interface WireChannel {
  readonly channel: string;
  readonly available: boolean;
  readonly failing_since: string | null;
  readonly refused_at: string | null;
  readonly test: { readonly at: string; readonly state: string } | null;
}

beforeAll(async () => {
  [gateway, smtp] = await Promise.all([startSmsGateway(), startSmtpServer()]);
  const env = { SMS_URL: gateway.url, SMTP_URL: smtp.url, MAIL_FROM: 'g@granary.example' };
  granary = await createTestApp({ env });
  await granary.start();
});

afterAll(async () => {
  await granary.dispose();
  await gateway.close();
  await smtp.close();
});

beforeEach(async () => {
  const row = await addUser(granary.db, 'user');
  user = row;
  token = await granary.createToken(row);
  gateway.respondWith(200);
  granary.advance(2 * HOUR);
});

async function addConfirmedNumber(): Promise<string> {
  const number = `+1204555${String(1000 + ++phoneNumberCount)}`;
  await granary.db
    .insertInto('smsNumbers')
    .values({
      userId: user.id,
      number,
      confirmedAt: new Date(granary.now()),
      newNumber: null,
      codeHash: null,
      codeExpiresAt: null,
    })
    .execute();
  return number;
}

const startChannelTest = (channel: string) =>
  granary.call({ method: 'POST', url: '/api/user/testChannel', token, body: { channel } });

async function findChannel(channel: string): Promise<WireChannel | undefined> {
  const { body } = await granary.call({ url: '/api/user/channels', token });
  return (body.RESP_MSG as readonly WireChannel[]).find((item) => item.channel === channel);
}

const findTestState = async (channel: string) => (await findChannel(channel))?.test?.state;

describe('a channel test', () => {
  it('reaches the user, and its result is shown', async () => {
    expect((await startChannelTest('mail')).status).toBe(200);
    expect((await smtp.waitForMail(user.email)).data).toContain('Subject: Granary test');
    await expect.poll(() => findTestState('mail')).toBe('sent');
    expect(await findChannel('mail')).toMatchObject({ available: true, failing_since: null });
  });

  it('is refused without a phone number or device, and within a minute of the last test', async () => {
    expect((await startChannelTest('sms')).status).toBe(409);
    expect((await startChannelTest('push')).status).toBe(409);
    expect(await findChannel('push')).toMatchObject({ available: false, test: null });
    await startChannelTest('mail');
    expect((await startChannelTest('mail')).status).toBe(429);
    granary.advance(MINUTE);
    expect((await startChannelTest('mail')).status).toBe(200);
  });

  it('by text message counts toward the limit for codes', async () => {
    await addConfirmedNumber();
    for (let i = 0; i < 3; i++) {
      expect((await startChannelTest('sms')).status).toBe(200);
      granary.advance(MINUTE);
    }
    expect((await startChannelTest('sms')).status).toBe(429);
  });
});

describe('a failing channel', () => {
  it('is shown as failing until a message goes through, and does not delay the others', async () => {
    const number = await addConfirmedNumber();
    gateway.respondWith(500);
    const at = new Date(granary.now()).toISOString();
    await startChannelTest('sms');
    await expect.poll(() => findTestState('sms')).toBe('retrying');
    expect(await findChannel('sms')).toMatchObject({ failing_since: at });
    granary.advance(MINUTE);
    await startChannelTest('mail');
    await smtp.waitForMail(user.email);
    expect(await findChannel('mail')).toMatchObject({ failing_since: null });
    gateway.respondWith(200);
    await gateway.waitForSms(number, 1);
    await expect.poll(() => findTestState('sms')).toBe('sent');
    expect(await findChannel('sms')).toMatchObject({ failing_since: null });
  });

  it("is not reported as failing if it rejects one user's number, but the rejection is shown", async () => {
    await addConfirmedNumber();
    gateway.respondWith(422);
    await startChannelTest('sms');
    await expect.poll(() => findTestState('sms')).toBe('refused');
    const at = new Date(granary.now()).toISOString();
    expect(await findChannel('sms')).toMatchObject({ failing_since: null, refused_at: at });
  });
});
