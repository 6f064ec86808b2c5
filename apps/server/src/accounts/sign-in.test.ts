import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../platform/postgres/testing.ts';
import { TEST_START } from '../testing.ts';
import { addUser } from '../testing-house.ts';
import { Guesses } from './guesses.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { SignIn, type SignInOutcome } from './sign-in.ts';

const EMAIL = 'owner@sign-in.example';
const KEY = Buffer.alloc(32, 1);

let database: TestDatabase;
let signIn: SignIn;
let at: Millis;
/** Which hash a password was held against, each time. */
let checked: string[];
let pauses: number[];

beforeAll(async () => {
  database = await testDatabase();
  await addUser(database.db, 'user', { email: EMAIL });
  await database.db.updateTable('users').set({ passwordHash: 'right' }).execute();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  await database.db.deleteFrom('signInFailures').execute();
  at = TEST_START;
  checked = [];
  pauses = [];
  const { db } = database;
  const now = () => at;
  const guesses = new Guesses({ db, accountKey: KEY, now, pause: async (ms) => pauses.push(ms) });
  signIn = new SignIn({
    db,
    sessions: new Sessions(db, KEY, now),
    guesses,
    decoyHash: 'decoy',
    isPassword: async (hash, password) => {
      checked.push(hash);
      return hash === password;
    },
  });
});

function tryOnce(
  parts: { email?: string; password?: string; address?: string } = {},
): Promise<SignInOutcome> {
  return signIn.try({
    ...{ email: EMAIL, password: 'right', address: '192.0.2.1', isRemembered: false, ...parts },
  });
}

async function fail(times: number, parts: { email?: string; address?: string } = {}) {
  for (let i = 0; i < times; i++) await tryOnce({ password: 'wrong', ...parts });
}

describe('signing in', () => {
  it('answers a token for the right password, however the address is written', async () => {
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
    expect(await tryOnce({ email: 'Owner@Sign-In.example' })).toMatchObject({ kind: 'right' });
  });

  it('does the same work for a wrong password and for an account there is not', async () => {
    const known = await tryOnce({ password: 'wrong' });
    const unknown = await tryOnce({ password: 'wrong', email: 'nobody@sign-in.example' });
    expect(known).toEqual({ kind: 'wrong' });
    expect(unknown).toEqual(known);
    expect(checked).toEqual(['right', 'decoy']);
    const counted = await database.db.selectFrom('signInFailures').selectAll().execute();
    expect(counted).toHaveLength(2);
  });

  it('does not let the decoy in', async () => {
    const decoy = { email: 'nobody@sign-in.example', password: 'decoy' };
    expect(await tryOnce(decoy)).toEqual({ kind: 'wrong' });
  });

  it('keeps nothing of what was typed as an address: it may be a password', async () => {
    await tryOnce({ email: 'hunter2-hunter2@sign-in.example', password: 'wrong' });
    const [row] = await database.db.selectFrom('signInFailures').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(row?.accountHash.toString()).not.toContain('hunter2');
  });

  it('makes an address wait after ten failures for an account, also with the right password', async () => {
    await fail(9);
    expect(await tryOnce({ password: 'wrong' })).toEqual({ kind: 'wrong' });
    checked = [];
    expect(await tryOnce()).toEqual({ kind: 'wait', seconds: 1 });
    expect(checked).toEqual([]);
    at = millis(at + SECOND);
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
  });

  it('waits twice as long after each further failure, a minute at most', async () => {
    await fail(10);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const outcome = await tryOnce({ password: 'wrong' });
      if (outcome.kind !== 'wait') throw new Error('nobody waits');
      waits.push(outcome.seconds);
      at = millis(at + outcome.seconds * SECOND);
      await fail(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('lets the owner in from elsewhere meanwhile', async () => {
    await fail(30, { address: '192.0.2.66' });
    expect(await tryOnce({ address: '192.0.2.66' })).toMatchObject({ kind: 'wait' });
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
    expect(pauses).toEqual([]);
  });

  it('makes an address wait after fifty failures, whatever the accounts', async () => {
    for (let i = 0; i < 50; i++) {
      await fail(1, { email: `guess-${i}@sign-in.example`, address: '192.0.2.66' });
    }
    expect(await tryOnce({ address: '192.0.2.66' })).toEqual({ kind: 'wait', seconds: 1 });
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
  });

  it('only slows an account that fails a hundred times from everywhere', async () => {
    for (let i = 0; i < 100; i++) await fail(1, { address: `198.51.100.${i}` });
    expect(pauses).toEqual([]);
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
    expect(pauses).toEqual([2 * SECOND]);
  });

  it('forgets failures after fifteen minutes', async () => {
    await fail(10);
    expect(await tryOnce()).toMatchObject({ kind: 'wait' });
    at = millis(at + 15 * MINUTE);
    await fail(9);
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
  });

  it('counts guesses that come all at once like those that come in turn', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => tryOnce({ password: 'wrong' })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'wrong')).toHaveLength(10);
    expect(checked).toHaveLength(10);
    expect(await tryOnce({ address: '192.0.2.2' })).toMatchObject({ kind: 'right' });
  });

  it('goes on with the next try of an address where one broke', async () => {
    await database.db.schema.alterTable('users').renameTo('away').execute();
    const broken = tryOnce();
    const next = tryOnce();
    await expect(broken).rejects.toThrow();
    await expect(next).rejects.toThrow();
    await database.db.schema.alterTable('away').renameTo('users').execute();
    expect(await tryOnce()).toMatchObject({ kind: 'right' });
  });
});

describe('a password', () => {
  it('is kept as argon2id with the cost that OWASP recommends, salted', async () => {
    const [one, other] = await Promise.all([
      hashPassword('a farm secret'),
      hashPassword('a farm secret'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await isPassword(one ?? '', 'a farm secret')).toBe(true);
    expect(await isPassword(one ?? '', 'a farm secret ')).toBe(false);
  });
});
