import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@granary/contract/accounts/http';
import { HOUR, MINUTE } from '@granary/domain/units';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForBlockedQuery } from '../../test/support/api-calls.ts';
import { addUser } from '../../test/support/fixtures.ts';
import {
  type ReceivedMail,
  startSmtpServer,
  type TestSmtpServer,
} from '../../test/support/smtp-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { registerDevice } from '../notifications/store.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { formatResetMail } from './reset-routes.ts';
import { Sessions } from './sessions.ts';

const PASSWORD = 'seventeen geese';
const NEW_PASSWORD = 'eighteen swans';

let smtp: TestSmtpServer;
let granary: TestApp;
let httpPort: number;
let email: string;
let user: UserRow;
let lastNumber = 0;

beforeAll(async () => {
  smtp = await startSmtpServer();
  granary = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'granary@test.example' } });
  ({ httpPort } = await granary.start());
});

afterAll(async () => {
  await granary.dispose();
  await smtp.close();
});

beforeEach(async () => {
  email = `anna-${++lastNumber}@reset.example`;
  user = await addUser(granary.db, 'user', { email, password: PASSWORD });
  granary.advance(2 * HOUR);
});

/** A new address for each request, unless a test is about addresses. */
const createAddress = () => `198.51.100.${(lastNumber = (lastNumber + 1) % 250)}`;

function requestCode(to: string = email, remoteAddress = createAddress(), headers = {}) {
  const request = { method: 'POST', url: '/api/user/sendResetCode', body: { email: to } } as const;
  return granary.call({ ...request, remoteAddress, headers });
}

/** The code in an email. */
function extractCode(mail: string): string {
  const code = /^ {4}([A-HJKMNP-Z2-9]{6})\r?$/m.exec(mail)?.[1];
  if (!code) throw new Error(`no code in ${mail}`);
  return code;
}

/** Requests a code, and waits for its mail. */
async function requestCodeMail(to = email, headers = {}): Promise<ReceivedMail> {
  const before = smtp.countMails(to);
  expect((await requestCode(to, createAddress(), headers)).status).toBe(200);
  return smtp.waitForMail(to, before);
}

const receiveCode = async () => extractCode((await requestCodeMail()).data);

/** Returns a code that differs from the given one. */
const createWrongCode = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

function redeem(code: string, overrides = {}, remoteAddress = createAddress()) {
  const body = { forget_password_code: code, password: NEW_PASSWORD, email, ...overrides };
  return granary.call({ method: 'POST', url: '/api/user/resetPassword', body, remoteAddress });
}

async function canSignIn(password: string): Promise<boolean> {
  const body = { email, password };
  const request = { method: 'POST', url: '/api/user/login', body } as const;
  return (await granary.call({ ...request, remoteAddress: createAddress() })).status === 200;
}

const INVALID = { status: 422, body: { RESP_MSG: 'Invalid Token!' } };

describe('a code', () => {
  it('arrives by mail and sets a new password', async () => {
    const response = await requestCode(` ${email.toUpperCase()} `);
    expect(response).toMatchObject({
      status: 200,
      body: { RESP_MSG: 'A code was sent to your email address. It is valid for 10 minutes.' },
    });
    const mail = await smtp.waitForMail(email);
    expect(mail.from).toBe('granary@test.example');
    const reset = await redeem(extractCode(mail.data));
    expect(reset).toMatchObject({
      status: 200,
      body: { RESP_MSG: 'Your password has been changed. Please sign in.' },
    });
    expect([await canSignIn(PASSWORD), await canSignIn(NEW_PASSWORD)]).toEqual([false, true]);
  });

  it("is sent in the account's language", async () => {
    const setLanguage = (language: string) =>
      granary.db.updateTable('users').set({ language }).where('email', '=', email).execute();
    await setLanguage('de');
    const german = await requestCodeMail(email, { 'accept-language': 'it' });
    expect(german.data).toContain('neues Passwort');
    await setLanguage('tlh');
    const english = await requestCodeMail(email, { 'accept-language': 'it' });
    expect(english.data).toContain('new password');
  });

  it.each(LANGUAGES)('can be read from the mail in %s', (language) => {
    const { subject, text } = formatResetMail(language, 'ABC234');
    expect(subject).toContain('Granary');
    expect(text).toMatch(/\n\n {4}ABC234\n\n/);
    expect(text).toContain('10');
    expect(text === formatResetMail('en', 'ABC234').text).toBe(language === 'en');
  });

  it('can be typed in lower case and with spaces around it', async () => {
    expect(await redeem(` ${(await receiveCode()).toLowerCase()} `)).toMatchObject({ status: 200 });
  });

  it('is valid for ten minutes', async () => {
    const code = await receiveCode();
    granary.advance(10 * MINUTE);
    expect(await redeem(code)).toMatchObject(INVALID);
    const nextCode = await receiveCode();
    granary.advance(10 * MINUTE - 1);
    expect((await redeem(nextCode)).status).toBe(200);
  });

  it('works once, even for two requests at the same time', async () => {
    const code = await receiveCode();
    const otherPassword = 'another password';
    const responses = await Promise.all([redeem(code), redeem(code, { password: otherPassword })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await redeem(code)).toMatchObject(INVALID);
    const acceptedPassword = responses[0]?.status === 200 ? NEW_PASSWORD : otherPassword;
    expect(await canSignIn(acceptedPassword)).toBe(true);
  });

  it('allows five tries, from any address', async () => {
    const code = await receiveCode();
    for (let i = 0; i < 4; i++) expect(await redeem(createWrongCode(code))).toMatchObject(INVALID);
    expect((await redeem(code)).status).toBe(200);
    const nextCode = await receiveCode();
    const wrongCode = createWrongCode(nextCode);
    for (let i = 0; i < 5; i++) expect(await redeem(wrongCode)).toMatchObject(INVALID);
    expect(await redeem(nextCode)).toMatchObject(INVALID);
    expect(await canSignIn(NEW_PASSWORD)).toBe(true);
  });

  it('allows only five tries, even when they arrive at the same time', async () => {
    const code = await receiveCode();
    const tries = Array.from({ length: 8 }, () => redeem(createWrongCode(code)));
    for (const response of await Promise.all(tries)) expect(response).toMatchObject(INVALID);
    expect(await redeem(code)).toMatchObject(INVALID);
  });

  it('is invalid after a newer one is sent', async () => {
    const [oldCode, nextCode] = [await receiveCode(), await receiveCode()];
    expect(await redeem(oldCode)).toMatchObject(INVALID);
    expect((await redeem(nextCode)).status).toBe(200);
  });

  it('does not work for another account', async () => {
    const code = await receiveCode();
    const other = await addUser(granary.db, 'admin', { password: PASSWORD });
    await requestCode(other.email);
    expect(await redeem(code, { email: other.email })).toMatchObject(INVALID);
  });

  it('is not used up by an invalid password', async () => {
    const code = await receiveCode();
    for (let i = 0; i < 6; i++) {
      expect(await redeem(code, { password: 'password123' })).toMatchObject({
        status: 422,
        body: { RESP_MSG: 'This password is too common. Choose another one.' },
      });
    }
    const response = await redeem(code, { password: email });
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password', message: expect.stringContaining('email address') }] },
    });
    expect((await redeem(code)).status).toBe(200);
  });

  it('is refused like a wrong code if it is too short', async () => {
    expect(await redeem('ABC')).toMatchObject(INVALID);
    expect(await redeem('')).toMatchObject(INVALID);
  });

  it('for an unknown account is refused like a wrong one', async () => {
    const unknown = await redeem('ABCDEF', { email: 'nobody@reset.example' });
    expect(unknown).toMatchObject(INVALID);
    expect(unknown.text).toBe((await redeem('ABCDEF')).text);
  });

  it('is stored only as a keyed hash, and is not logged', async () => {
    const code = await receiveCode();
    const rows = await granary.db.selectFrom('resetCodes').selectAll().execute();
    expect(rows.every(({ codeHash }) => codeHash.length === 32)).toBe(true);
    await redeem(createWrongCode(code));
    await redeem(code);
    expect(JSON.stringify(rows) + granary.logLines.join()).not.toContain(code);
    const entries = await granary.db.selectFrom('auditEntries').selectAll().execute();
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${code}|argon2|${NEW_PASSWORD}`));
  });
});

describe('a new password', () => {
  it('ends every session, closes the sockets and removes the devices', async () => {
    const tokens = [await granary.createToken(user), await granary.createToken(user)];
    const otherUserToken = await granary.createToken(await addUser(granary.db, 'user'));
    const sid = (await granary.sessions.find(tokens[0] ?? ''))?.sid ?? '';
    await registerDevice(granary.db, {
      token: 'browser',
      userId: user.id,
      sessionId: sid,
      deviceType: 'test',
      notifies: true,
      notifiesByPush: true,
      registeredAt: new Date(granary.now()),
    });
    const socket = io(`http://127.0.0.1:${httpPort}`, {
      auth: { token: tokens[1] },
      transports: ['websocket'],
      reconnection: false,
    });
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    const disconnection = new Promise((resolve) => socket.once('disconnect', resolve));
    await redeem(await receiveCode());
    await disconnection;
    for (const token of tokens) expect(await granary.sessions.find(token)).toBeNull();
    expect(await granary.sessions.find(otherUserToken)).not.toBeNull();
    expect(await granary.db.selectFrom('devices').selectAll().execute()).toEqual([]);
  });

  it('also ends a session that starts with the old password at the same time', async () => {
    const { db, secrets, sessions, now } = granary;
    const code = await receiveCode();
    const signInTransaction = await db.startTransaction().execute();
    const token = await new Sessions(signInTransaction, secrets.tokenKey, now).beginWithPassword(
      user,
      false,
    );
    const reset = redeem(code);
    await Promise.race([reset, waitForBlockedQuery(db)]);
    await signInTransaction.commit().execute();
    expect((await reset).status).toBe(200);
    expect(await sessions.find(token ?? '')).toBeNull();
    expect(await sessions.beginWithPassword(user, false)).toBeNull();
  });

  it('is recorded without the password', async () => {
    await redeem(await receiveCode(), {}, '203.0.113.77');
    const entry = await granary.db
      .selectFrom('auditEntries')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toMatchObject({
      act: 'password-reset',
      subject: 'user',
      address: '203.0.113.77',
      changes: [],
    });
    expect(entry?.actorId).toBe(entry?.ownerId);
  });
});

describe('requesting codes', () => {
  it('for an unknown or deleted account is refused', async () => {
    const deletedUser = await addUser(granary.db, 'user', { isDeleted: true });
    for (const to of ['nobody@reset.example', deletedUser.email]) {
      const response = await requestCode(to);
      expect(response).toMatchObject({ status: 404, body: { RESP_MSG: "User Does't exist" } });
    }
    const { count } = await granary.db
      .selectFrom('outboxMessages')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('userId', '=', deletedUser.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  it('is allowed three times an hour for an account, from any address', async () => {
    for (let i = 0; i < 3; i++) expect((await requestCode()).status).toBe(200);
    granary.advance(30 * MINUTE);
    const response = await requestCode();
    expect(response).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1800' },
      body: { RESP_MSG: 'Too many attempts. Try again in 30 min.' },
    });
    granary.advance(30 * MINUTE);
    expect((await requestCode()).status).toBe(200);
  });

  it('is allowed three times, even for ten requests at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => requestCode()));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    await expect.poll(() => smtp.countMails(email)).toBe(3);
  });

  it('is allowed twenty times an hour from an address, for any account', async () => {
    const address = '203.0.113.20';
    for (let i = 0; i < 20; i++) {
      expect((await requestCode(`guess-${i}@reset.example`, address)).status).toBe(404);
    }
    expect((await requestCode(email, address)).status).toBe(429);
    expect((await requestCode(email, '203.0.113.21')).status).toBe(200);
    granary.advance(HOUR);
    expect((await requestCode(email, address)).status).toBe(200);
  });

  it('does not store the typed email address', async () => {
    await requestCode('hunter2-hunter2@reset.example');
    const rows = await granary.db.selectFrom('resetRequests').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    expect(rows.some(({ accountHash }) => accountHash.toString().includes('hunter2'))).toBe(false);
  });
});

describe('trying codes', () => {
  it('counts failures the same way as failed sign-ins', async () => {
    const address = '203.0.113.40';
    for (let i = 0; i < 10; i++) {
      expect(await redeem('AAAAAA', { email: 'x@reset.example' }, address)).toMatchObject(INVALID);
    }
    const response = await redeem(await receiveCode(), {}, address);
    expect(response.status).toBe(200);
    const before = granary.delays.length;
    await redeem('AAAAAA', { email: 'x@reset.example' }, address);
    const login = { email: 'x@reset.example', password: PASSWORD };
    const request = { method: 'POST', url: '/api/user/login', body: login } as const;
    expect(await granary.call({ ...request, remoteAddress: address })).toMatchObject({
      status: 401,
    });
    expect(granary.delays.slice(before)).toEqual([1_000, 2_000]);
  });
});

describe('without a working mail server', () => {
  it('a request succeeds at once, and the code is sent when the mail server works again', async () => {
    const errorReplies: { RCPT?: string } = { RCPT: '451 not now' };
    const refusingSmtp = await startSmtpServer(errorReplies);
    const env = { SMTP_URL: refusingSmtp.url, MAIL_FROM: 'granary@test.example' };
    const appWithMail = await createTestApp({ env });
    try {
      await appWithMail.start();
      await addUser(appWithMail.db, 'user', { email, password: PASSWORD });
      const request = { method: 'POST', url: '/api/user/sendResetCode', body: { email } } as const;
      expect((await appWithMail.call(request)).status).toBe(200);
      await expect.poll(() => appWithMail.logLines.join()).toContain('451 not now');
      delete errorReplies.RCPT;
      expect(extractCode((await refusingSmtp.waitForMail(email)).data)).toHaveLength(6);
    } finally {
      await appWithMail.dispose();
      await refusingSmtp.close();
    }
  });

  it('codes are stored in the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'granary-reset-'));
    const appWithoutMail = await createTestApp({ env: { DATA_DIR: folder } });
    try {
      await appWithoutMail.start();
      await addUser(appWithoutMail.db, 'user', { email, password: PASSWORD });
      const request = { method: 'POST', url: '/api/user/sendResetCode', body: { email } } as const;
      const response = await appWithoutMail.call(request);
      expect(response.body.RESP_MSG).toMatch(/^This server cannot send email\./);
      const [name, code] = await vi.waitFor(async () => {
        const [first = ''] = await readdir(join(folder, 'mail'));
        return [first, extractCode(await readFile(join(folder, 'mail', first), 'utf8'))] as const;
      }, 20_000);
      const reset = { forget_password_code: code, password: NEW_PASSWORD, email };
      const url = '/api/user/resetPassword';
      expect((await appWithoutMail.call({ method: 'POST', url, body: reset })).status).toBe(200);
      expect(appWithoutMail.logLines.join()).toContain(name);
      expect(appWithoutMail.logLines.join()).not.toContain(code);
    } finally {
      await appWithoutMail.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
