import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { TEST_START } from '../../test/support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { hashPassword, isPasswordCorrect } from './passwords.ts';
import { SecondFactorRateLimit } from './second-factor-rate-limit.ts';
import { Sessions } from './sessions.ts';
import { SignIn, type SignInOutcome } from './sign-in.ts';
import { SignInRateLimit } from './sign-in-rate-limit.ts';
import { TwoFactor } from './two-factor.ts';

const EMAIL = 'owner@sign-in.example';
const KEY = Buffer.alloc(32, 1);

let database: TestDatabase;
let signIn: SignIn;
let at: Millis;
/** The hashes that passwords were compared with, in order. */
let comparedHashes: string[];
let delays: number[];
/** Every delay lasts until this resolves. */
let delayEnd: Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  await addUser(database.db, 'user', { email: EMAIL });
  await database.db.updateTable('users').set({ passwordHash: 'right' }).execute();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  await database.db.deleteFrom('signInFailures').execute();
  at = TEST_START;
  comparedHashes = [];
  delays = [];
  delayEnd = Promise.resolve();
  const { db } = database;
  const now = () => at;
  const pause = (ms: number) => {
    delays.push(ms);
    return delayEnd;
  };
  const rateLimit = new SignInRateLimit({ db, accountKey: KEY, now, pause });
  signIn = new SignIn({
    db,
    sessions: new Sessions(db, KEY, now),
    rateLimit,
    codeRateLimit: new SecondFactorRateLimit({ db, accountKey: KEY, now }),
    decoyHash: 'decoy',
    record: () => {},
    now,
    twoFactor: new TwoFactor({ db, key: KEY, now }),
    isPasswordCorrect: async (hash, password) => {
      comparedHashes.push(hash);
      return hash === password;
    },
  });
});

function tryOnce(
  fields: { email?: string; password?: string; address?: string } = {},
): Promise<SignInOutcome> {
  return signIn.attempt({
    email: EMAIL,
    password: 'right',
    address: '192.0.2.1',
    isRemembered: false,
    userAgent: '',
    ...fields,
  });
}

async function failSignIns(times: number, fields: { email?: string; address?: string } = {}) {
  for (let i = 0; i < times; i++) await tryOnce({ password: 'wrong', ...fields });
}

describe('signing in', () => {
  it('returns a token for the right password, ignoring the case of the email address', async () => {
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
    expect(await tryOnce({ email: 'Owner@Sign-In.example' })).toMatchObject({ kind: 'correct' });
  });

  it('does the same work for a wrong password and for an unknown account', async () => {
    const known = await tryOnce({ password: 'wrong' });
    const unknown = await tryOnce({ password: 'wrong', email: 'nobody@sign-in.example' });
    expect(known).toEqual({ kind: 'incorrect' });
    expect(unknown).toEqual(known);
    expect(comparedHashes).toEqual(['right', 'decoy']);
    const failureRows = await database.db.selectFrom('signInFailures').selectAll().execute();
    expect(failureRows).toHaveLength(2);
  });

  it('refuses the password of the decoy hash', async () => {
    const decoy = { email: 'nobody@sign-in.example', password: 'decoy' };
    expect(await tryOnce(decoy)).toEqual({ kind: 'incorrect' });
  });

  it('does not store the typed email address, because it may be a password', async () => {
    await tryOnce({ email: 'hunter2-hunter2@sign-in.example', password: 'wrong' });
    const [row] = await database.db.selectFrom('signInFailures').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(row?.accountHash.toString()).not.toContain('hunter2');
  });

  it('delays an account from one address after ten failures, and accepts the right password', async () => {
    await failSignIns(10);
    expect(delays).toEqual([]);
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
    expect(delays).toEqual([SECOND]);
  });

  it('doubles the delay after each failure, up to ten seconds', async () => {
    await failSignIns(17);
    expect(delays).toEqual([1, 2, 4, 8, 10, 10, 10].map((seconds) => seconds * SECOND));
  });

  it('accepts the owner from another address without a delay', async () => {
    await failSignIns(30, { address: '192.0.2.66' });
    delays = [];
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
    expect(delays).toEqual([]);
  });

  it('delays an address after fifty failures, but still accepts other users at that address', async () => {
    const address = '192.0.2.66';
    for (let i = 0; i < 50; i++)
      await failSignIns(1, { email: `guess-${i}@sign-in.example`, address });
    expect(delays).toEqual([]);
    // Further failures are delayed.
    for (let i = 0; i < 5; i++)
      await failSignIns(1, { email: `more-${i}@sign-in.example`, address });
    expect(await tryOnce({ address })).toMatchObject({ kind: 'correct' });
    expect(delays).toEqual(Array(6).fill(2 * SECOND));
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
    expect(delays).toHaveLength(6);
  });

  it('checks delayed attempts from an address one at a time, and limits how many wait', async () => {
    const address = '192.0.2.66';
    for (let i = 0; i < 50; i++)
      await failSignIns(1, { email: `guess-${i}@sign-in.example`, address });
    comparedHashes = [];
    const attempts = Array.from({ length: 100 }, (_, i) =>
      tryOnce({ email: `spray-${i}@sign-in.example`, password: 'wrong', address }),
    );
    const outcomes = await Promise.all(attempts);
    const checkedCount = outcomes.filter(({ kind }) => kind === 'incorrect').length;
    expect(comparedHashes).toHaveLength(checkedCount);
    expect(delays).toEqual(Array(checkedCount).fill(2 * SECOND));
    expect(outcomes.filter(({ kind }) => kind === 'wait')).toHaveLength(100 - checkedCount);
  });

  it('does not delay other accounts at an address after the failures of one account', async () => {
    await failSignIns(14);
    delays = [];
    let release = () => {};
    delayEnd = new Promise<void>((resolve) => {
      release = resolve;
    });
    const delayedAttempt = tryOnce({ password: 'wrong' });
    await expect.poll(() => delays).toEqual([10 * SECOND]);
    const other = { email: 'other@sign-in.example', password: 'wrong' };
    expect(await tryOnce(other)).toEqual({ kind: 'incorrect' });
    release();
    expect(await delayedAttempt).toEqual({ kind: 'incorrect' });
  });

  it('delays an account after a hundred failures from many addresses, but still accepts the right password', async () => {
    for (let i = 0; i < 100; i++) await failSignIns(1, { address: `198.51.100.${i}` });
    expect(delays).toEqual([]);
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
    expect(delays).toEqual([2 * SECOND]);
  });

  it('forgets failures after fifteen minutes', async () => {
    await failSignIns(11);
    expect(delays).toEqual([SECOND]);
    at = millis(at + 15 * MINUTE);
    await failSignIns(9);
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
    expect(delays).toEqual([SECOND]);
  });

  it('limits simultaneous attempts for one account', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => tryOnce({ password: 'wrong' })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'incorrect')).toHaveLength(5);
    expect(outcomes.filter(({ kind }) => kind === 'wait')).toHaveLength(35);
    expect(comparedHashes).toHaveLength(5);
    expect(await tryOnce({ address: '192.0.2.2' })).toMatchObject({ kind: 'correct' });
  });

  it('counts simultaneous attempts for many accounts', async () => {
    const spray = Array.from({ length: 60 }, (_, i) =>
      tryOnce({ email: `spray-${i}@sign-in.example`, password: 'wrong' }),
    );
    await Promise.all(spray);
    expect(delays).toEqual(Array(10).fill(2 * SECOND));
  });

  it('continues with the next attempt after an error', async () => {
    await database.db.schema.alterTable('users').renameTo('away').execute();
    const broken = tryOnce();
    const next = tryOnce();
    await expect(broken).rejects.toThrow();
    await expect(next).rejects.toThrow();
    await database.db.schema.alterTable('away').renameTo('users').execute();
    expect(await tryOnce()).toMatchObject({ kind: 'correct' });
  });
});

describe('a password', () => {
  it('is stored as argon2id with a salt and the cost that OWASP recommends', async () => {
    const [firstHash, secondHash] = await Promise.all([
      hashPassword('a farm secret'),
      hashPassword('a farm secret'),
    ]);
    expect(firstHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(firstHash).not.toBe(secondHash);
    expect(await isPasswordCorrect(firstHash ?? '', 'a farm secret')).toBe(true);
    expect(await isPasswordCorrect(firstHash ?? '', 'a farm secret ')).toBe(false);
  });
});
