import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/access-requests.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { hashAccount, hashBrowser } from './sign-in-rate-limit.ts';

let granary: TestApp;
let user: UserRow;

beforeEach(async () => {
  granary = await createTestApp();
  user = await addUser(granary.db, 'user', { password: PASSWORD });
});

afterEach(() => granary.dispose());

const OWN_BROWSER = 'a'.repeat(32);
const OTHER_BROWSER = 'b'.repeat(32);
const SHARED_ADDRESS = '198.51.100.7';

const post = (path: string, body: object, browser: string | null) =>
  granary.call({
    method: 'POST',
    url: `/api/user/${path}`,
    body: { email: user.email, ...body },
    remoteAddress: SHARED_ADDRESS,
    ...(browser && { headers: { 'x-granary-browser': browser } }),
  });
const signIn = (browser: string | null, password = PASSWORD) =>
  post('login', { password }, browser);

/** Stores failed attempts, as if someone had made them. */
async function addFailures(count: number, address: (index: number) => string): Promise<void> {
  const accountHash = hashAccount(granary.secrets.tokenKey, user.email);
  const at = new Date(granary.now());
  const rows = Array.from({ length: count }, (_, index) => ({
    accountHash,
    address: address(index),
    at,
  }));
  await granary.db.insertInto('signInFailures').values(rows).execute();
}

describe('a browser that signed in before', () => {
  it('is not delayed by failed sign-ins from its own or other addresses, unlike an unknown browser', async () => {
    expect((await signIn(OWN_BROWSER)).status).toBe(200);
    await addFailures(60, () => SHARED_ADDRESS);
    await addFailures(100, (index) => `203.0.113.${index}`);
    granary.delays.length = 0;
    const responses = await Promise.all([
      signIn(OWN_BROWSER),
      ...Array.from({ length: 4 }, () => signIn(OWN_BROWSER)),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(granary.delays).toEqual([]);
    expect((await signIn(OTHER_BROWSER)).status).toBe(200);
    expect(granary.delays).toHaveLength(1);
  });

  it('is delayed by its own failures', async () => {
    await signIn(OWN_BROWSER);
    for (let i = 0; i < 11; i++)
      expect((await signIn(OWN_BROWSER, 'not this one')).status).toBe(401);
    expect(granary.delays).toEqual([1000]);
  });

  it('is not recognized by its ID alone', async () => {
    await signIn(OWN_BROWSER, 'not this one');
    await addFailures(100, (index) => `203.0.113.${index}`);
    await signIn(OWN_BROWSER);
    expect(granary.delays).toHaveLength(1);
    expect(await granary.db.selectFrom('knownBrowsers').selectAll().execute()).toMatchObject([
      { userId: user.id, browserHash: hashBrowser(granary.secrets.tokenKey, OWN_BROWSER) },
    ]);
  });
});

describe('a reset code', () => {
  it('reserves its attempts for the browser that requested it, no matter how often others guess', async () => {
    await post('sendResetCode', {}, OWN_BROWSER);
    const redeem = (browser: string | null) =>
      post(
        'resetPassword',
        { forget_password_code: 'WRONGX', password: 'four wise owls' },
        browser,
      );
    for (let i = 0; i < 40; i++) await redeem(i % 2 === 0 ? OTHER_BROWSER : null);
    const loadTries = () =>
      granary.db.selectFrom('resetCodes').select(['tries', 'otherTries']).executeTakeFirst();
    expect(await loadTries()).toEqual({ tries: 0, otherTries: 5 });
    granary.delays.length = 0;
    for (let i = 0; i < 6; i++) expect((await redeem(OWN_BROWSER)).status).toBe(422);
    expect(await loadTries()).toEqual({ tries: 5, otherTries: 5 });
    expect(granary.delays).toEqual([]);
  });
});
