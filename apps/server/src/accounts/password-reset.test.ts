import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@granary/contract/accounts/http';
import { HOUR, MINUTE } from '@granary/domain/units';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForLockedQuery } from '../../test/support/api-calls.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { type ReceivedMail, startSmtp, type TestSmtp } from '../../test/support/smtp-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { registerDevice } from '../notifications/store.ts';
import { resetMessage } from './reset-routes.ts';
import { Sessions } from './sessions.ts';

const PASSWORD = 'seventeen geese';
const NEW_PASSWORD = 'eighteen swans';

let smtp: TestSmtp;
let granary: TestApp;
let httpPort: number;
let email: string;
let last = 0;

beforeAll(async () => {
  smtp = await startSmtp();
  granary = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'granary@test.example' } });
  ({ httpPort } = await granary.start());
});

afterAll(async () => {
  await granary.dispose();
  await smtp.close();
});

beforeEach(async () => {
  email = `anna-${++last}@reset.example`;
  await addUser(granary.db, 'user', { email, password: PASSWORD });
  granary.advance(2 * HOUR);
});

/** A new address for each request, unless a test is about addresses. */
const nextAddress = () => `198.51.100.${(last = (last + 1) % 250)}`;

function ask(to: string = email, remoteAddress = nextAddress(), headers = {}) {
  const request = { method: 'POST', url: '/api/user/sendResetCode', body: { email: to } } as const;
  return granary.call({ ...request, remoteAddress, headers });
}

/** The code in an email. */
function extractCode(mail: string): string {
  const code = /^ {4}([A-HJKMNP-Z2-9]{6})\r?$/m.exec(mail)?.[1];
  if (!code) throw new Error(`no code in ${mail}`);
  return code;
}

/** Asks for a code, and waits for its mail. */
async function askForMail(to = email, headers = {}): Promise<ReceivedMail> {
  const before = smtp.count(to);
  expect((await ask(to, nextAddress(), headers)).status).toBe(200);
  return smtp.waitForMail(to, before);
}

const askForCode = async () => extractCode((await askForMail()).data);

/** A code that differs from this one. */
const wrong = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

function redeem(code: string, parts: Record<string, unknown> = {}, remoteAddress = nextAddress()) {
  const body = { forget_password_code: code, password: NEW_PASSWORD, email, ...parts };
  return granary.call({ method: 'POST', url: '/api/user/resetPassword', body, remoteAddress });
}

async function canSignIn(password: string): Promise<boolean> {
  const body = { email, password };
  const request = { method: 'POST', url: '/api/user/login', body } as const;
  return (await granary.call({ ...request, remoteAddress: nextAddress() })).status === 200;
}

const INVALID = { status: 422, body: { RESP_MSG: 'Invalid Token!' } };

describe('a code', () => {
  it('arrives by mail and sets a new password', async () => {
    const response = await ask(` ${email.toUpperCase()} `);
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

  it('is in the language of the account', async () => {
    const setLanguage = (language: string) =>
      granary.db.updateTable('users').set({ language }).where('email', '=', email).execute();
    await setLanguage('de');
    const german = await askForMail(email, { 'accept-language': 'it' });
    expect(german.data).toContain('neues Passwort');
    await setLanguage('tlh');
    const english = await askForMail(email, { 'accept-language': 'it' });
    expect(english.data).toContain('new password');
  });

  it.each(LANGUAGES)('can be read from the mail in %s', (language) => {
    const { subject, text } = resetMessage(language, 'ABC234');
    expect(subject).toContain('Granary');
    expect(text).toMatch(/\n\n {4}ABC234\n\n/);
    expect(text).toContain('10');
    expect(text === resetMessage('en', 'ABC234').text).toBe(language === 'en');
  });

  it('can be typed in lower case and with spaces around it', async () => {
    expect(await redeem(` ${(await askForCode()).toLowerCase()} `)).toMatchObject({ status: 200 });
  });

  it('is valid for ten minutes', async () => {
    const code = await askForCode();
    granary.advance(10 * MINUTE);
    expect(await redeem(code)).toMatchObject(INVALID);
    const next = await askForCode();
    granary.advance(10 * MINUTE - 1);
    expect((await redeem(next)).status).toBe(200);
  });

  it('works once, even for two requests at the same time', async () => {
    const code = await askForCode();
    const both = await Promise.all([redeem(code), redeem(code, { password: 'another password' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await redeem(code)).toMatchObject(INVALID);
    const set = both[0]?.status === 200 ? NEW_PASSWORD : 'another password';
    expect(await canSignIn(set)).toBe(true);
  });

  it('allows five tries, from any address', async () => {
    const code = await askForCode();
    for (let i = 0; i < 4; i++) expect(await redeem(wrong(code))).toMatchObject(INVALID);
    expect((await redeem(code)).status).toBe(200);
    const next = await askForCode();
    for (let i = 0; i < 5; i++) expect(await redeem(wrong(next))).toMatchObject(INVALID);
    expect(await redeem(next)).toMatchObject(INVALID);
    expect(await canSignIn(NEW_PASSWORD)).toBe(true);
  });

  it('allows five tries at the same time', async () => {
    const code = await askForCode();
    const tries = Array.from({ length: 8 }, () => redeem(wrong(code)));
    for (const response of await Promise.all(tries)) expect(response).toMatchObject(INVALID);
    expect(await redeem(code)).toMatchObject(INVALID);
  });

  it('is invalid after a newer one is sent', async () => {
    const [old, next] = [await askForCode(), await askForCode()];
    expect(await redeem(old)).toMatchObject(INVALID);
    expect((await redeem(next)).status).toBe(200);
  });

  it('does not work for another account', async () => {
    const code = await askForCode();
    const other = await addUser(granary.db, 'admin', { password: PASSWORD });
    await ask(other.email);
    expect(await redeem(code, { email: other.email })).toMatchObject(INVALID);
  });

  it('is not used up by an invalid password', async () => {
    const code = await askForCode();
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

  it('is refused like a wrong one when it is too short', async () => {
    expect(await redeem('ABC')).toMatchObject(INVALID);
    expect(await redeem('')).toMatchObject(INVALID);
  });

  it('for an unknown account is refused like a wrong one', async () => {
    const unknown = await redeem('ABCDEF', { email: 'nobody@reset.example' });
    expect(unknown).toMatchObject(INVALID);
    expect(unknown.text).toBe((await redeem('ABCDEF')).text);
  });

  it('is stored only as a keyed hash, and is not logged', async () => {
    const code = await askForCode();
    const rows = await granary.db.selectFrom('resetCodes').selectAll().execute();
    expect(rows.every(({ codeHash }) => codeHash.length === 32)).toBe(true);
    await redeem(wrong(code));
    await redeem(code);
    expect(JSON.stringify(rows) + granary.logged.join()).not.toContain(code);
    const entries = await granary.db.selectFrom('auditEntries').selectAll().execute();
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${code}|argon2|${NEW_PASSWORD}`));
  });
});

describe('a new password', () => {
  it('ends every session, closes the sockets and removes the devices', async () => {
    const user = await granary.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
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
    const cut = new Promise((resolve) => socket.once('disconnect', resolve));
    await redeem(await askForCode());
    await cut;
    for (const token of tokens) expect(await granary.sessions.find(token)).toBeNull();
    expect(await granary.sessions.find(otherUserToken)).not.toBeNull();
    expect(await granary.db.selectFrom('devices').selectAll().execute()).toEqual([]);
  });

  it('also ends a session that starts with the old password at the same time', async () => {
    const { db, secrets, sessions, now } = granary;
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const code = await askForCode();
    const signInTransaction = await db.startTransaction().execute();
    const token = await new Sessions(signInTransaction, secrets.tokenKey, now).beginWithPassword(
      user,
      false,
    );
    const reset = redeem(code);
    await Promise.race([reset, waitForLockedQuery(db)]);
    await signInTransaction.commit().execute();
    expect((await reset).status).toBe(200);
    expect(await sessions.find(token ?? '')).toBeNull();
    expect(await sessions.beginWithPassword(user, false)).toBeNull();
  });

  it('is recorded without the password', async () => {
    await redeem(await askForCode(), {}, '203.0.113.77');
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
      const response = await ask(to);
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
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    granary.advance(30 * MINUTE);
    const response = await ask();
    expect(response).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1800' },
      body: { RESP_MSG: 'Too many attempts. Try again in 30 min.' },
    });
    granary.advance(30 * MINUTE);
    expect((await ask()).status).toBe(200);
  });

  it('is allowed three times, even for ten requests at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    await expect.poll(() => smtp.count(email)).toBe(3);
  });

  it('is allowed twenty times an hour from an address, for any accounts', async () => {
    const address = '203.0.113.20';
    for (let i = 0; i < 20; i++) {
      expect((await ask(`guess-${i}@reset.example`, address)).status).toBe(404);
    }
    expect((await ask(email, address)).status).toBe(429);
    expect((await ask(email, '203.0.113.21')).status).toBe(200);
    granary.advance(HOUR);
    expect((await ask(email, address)).status).toBe(200);
  });

  it('does not store what was typed as an email address', async () => {
    await ask('hunter2-hunter2@reset.example');
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
    const response = await redeem(await askForCode(), {}, address);
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
  it('answers at once, and sends the code when the mail server works again', async () => {
    const refusals: { RCPT?: string } = { RCPT: '451 not now' };
    const refusingSmtp = await startSmtp(refusals);
    const env = { SMTP_URL: refusingSmtp.url, MAIL_FROM: 'granary@test.example' };
    const other = await createTestApp({ env });
    try {
      await other.start();
      await addUser(other.db, 'user', { email, password: PASSWORD });
      const request = { method: 'POST', url: '/api/user/sendResetCode', body: { email } } as const;
      expect((await other.call(request)).status).toBe(200);
      await expect.poll(() => other.logged.join()).toContain('451 not now');
      delete refusals.RCPT;
      expect(extractCode((await refusingSmtp.waitForMail(email)).data)).toHaveLength(6);
    } finally {
      await other.dispose();
      await refusingSmtp.close();
    }
  });

  it('stores codes in the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'granary-reset-'));
    const other = await createTestApp({ env: { DATA_DIR: folder } });
    try {
      await other.start();
      await addUser(other.db, 'user', { email, password: PASSWORD });
      const body = { email };
      const request = await other.call({ method: 'POST', url: '/api/user/sendResetCode', body });
      expect(request.body.RESP_MSG).toMatch(/^This server cannot send email\./);
      const [name, code] = await vi.waitFor(async () => {
        const [first = ''] = await readdir(join(folder, 'mail'));
        return [first, extractCode(await readFile(join(folder, 'mail', first), 'utf8'))] as const;
      }, 20_000);
      const reset = { forget_password_code: code, password: NEW_PASSWORD, email };
      const url = '/api/user/resetPassword';
      expect((await other.call({ method: 'POST', url, body: reset })).status).toBe(200);
      expect(other.logged.join()).toContain(name);
      expect(other.logged.join()).not.toContain(code);
    } finally {
      await other.dispose();
      await rm(folder, { recursive: true });
    }
  });
});
