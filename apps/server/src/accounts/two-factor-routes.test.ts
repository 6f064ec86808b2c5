import { HOUR, MINUTE, SECOND } from '@granary/domain/units';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/access-requests.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

const call = (method: 'GET' | 'POST', path: string, token: string | null, body?: object) =>
  granary.call({ method, url: `/api/user/${path}`, token, body });
const logIn = (user: UserRow, code?: string) =>
  call('POST', 'login', null, { email: user.email, password: PASSWORD, ...(code && { code }) });

/**
 * Turns on two-factor sign-in; the returned `generateCode` generates the authenticator app's current code.
 */
async function turnOn(user: UserRow) {
  const token = await granary.createToken(user);
  const beginResponse = await call('POST', 'beginTwoFactor', token, { password: PASSWORD });
  const { secret } = beginResponse.body.RESP_MSG as { secret: string };
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  const generateCode = () => authenticator.generate({ timestamp: granary.now() });
  const enableResponse = await call('POST', 'enableTwoFactor', token, { code: generateCode() });
  const { recovery_codes: recoveryCodes } = enableResponse.body.RESP_MSG as {
    recovery_codes: string[];
  };
  granary.advance(30 * SECOND);
  return { token, secret, generateCode, recoveryCodes };
}

describe('two-factor sign-in', () => {
  it('asks for a code after the password, and each code works once', async () => {
    const user = await addUser(granary.db, 'user', { password: PASSWORD });
    const { token, generateCode, secret, recoveryCodes } = await turnOn(user);
    expect(recoveryCodes).toHaveLength(10);
    expect(await logIn(user)).toMatchObject({
      status: 403,
      body: { RESP_CODE: 'TWO_FACTOR_REQUIRED' },
    });
    const wrong = await logIn(user, '000000');
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'code' }] } });
    const sameCode = generateCode();
    const responses = await Promise.all([logIn(user, sameCode), logIn(user, sameCode)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    granary.advance(MINUTE);
    expect((await logIn(user, generateCode())).status).toBe(200);
    // The password is checked before the code.
    const body = { email: user.email, password: 'not this one', code: generateCode() };
    expect((await call('POST', 'login', null, body)).status).toBe(401);

    const storedUser = await granary.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(storedUser.totpSecret?.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(
      false,
    );
    const log = granary.logLines.join('');
    for (const text of [secret, sameCode, ...recoveryCodes]) expect(log).not.toContain(text);
    expect((await call('GET', 'twoFactor', token)).body.RESP_MSG).toEqual({
      is_enabled: true,
      is_required: false,
      recovery_codes_left: 10,
    });
  });

  it('limits wrong codes for one account across all addresses, but still lets its owner sign in', async () => {
    const user = await addUser(granary.db, 'user', { password: PASSWORD });
    const { generateCode, recoveryCodes } = await turnOn(user);
    const OWN_BROWSER = 'a'.repeat(32);
    let address = 0;
    const signInFrom = (browser: string | null, typed: string) =>
      granary.call({
        method: 'POST',
        url: '/api/user/login',
        body: { email: user.email, password: PASSWORD, code: typed },
        remoteAddress: `198.51.100.${++address}`,
        ...(browser && { headers: { 'x-granary-browser': browser } }),
      });
    expect((await signInFrom(OWN_BROWSER, generateCode())).status).toBe(200);
    granary.advance(MINUTE);
    const wrong = generateCode() === '000000' ? '000001' : '000000';
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => signInFrom(`${index}`.padStart(32, 'b'), wrong)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    const refused = await signInFrom(null, generateCode());
    expect(refused).toMatchObject({ status: 429, body: { RESP_CODE: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBe(3600);
    expect((await signInFrom(null, recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await signInFrom(OWN_BROWSER, generateCode())).status).toBe(200);
    granary.advance(HOUR - SECOND);
    expect((await signInFrom(null, generateCode())).status).toBe(429);
    granary.advance(SECOND);
    expect((await signInFrom(null, generateCode())).status).toBe(200);
  });

  it('accepts each recovery code once, and rejects old codes after new ones are created', async () => {
    const user = await addUser(granary.db, 'user', { password: PASSWORD });
    const { token, recoveryCodes } = await turnOn(user);
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(user, first.toLowerCase().replace('-', ''))).status).toBe(200);
    expect((await logIn(user, first)).status).toBe(422);
    const renewResponse = await call('POST', 'recoveryCodes', token, { password: PASSWORD });
    const { recovery_codes: codes } = renewResponse.body.RESP_MSG as { recovery_codes: string[] };
    expect((await logIn(user, second)).status).toBe(422);
    expect((await logIn(user, codes[0])).status).toBe(200);
  });

  it('can be turned off with the password, unless the role requires it', async () => {
    const user = await addUser(granary.db, 'distributor', { password: PASSWORD });
    const { token } = await turnOn(user);
    const turnOff = (password: string) => call('POST', 'disableTwoFactor', token, { password });
    expect((await turnOff('not this one')).status).toBe(422);
    const admin = await granary.createToken(await addUser(granary.db, 'admin'));
    const roles = { roles: ['distributor'] };
    expect((await call('POST', 'twoFactorRoles', admin, roles)).body.RESP_MSG).toEqual(roles.roles);
    expect((await turnOff(PASSWORD)).status).toBe(409);
    await call('POST', 'twoFactorRoles', admin, { roles: [] });
    expect((await turnOff(PASSWORD)).status).toBe(200);
    expect((await logIn(user)).status).toBe(200);
  });

  it('must be set up before anything else if the role requires it', async () => {
    const user = await addUser(granary.db, 'distributor', { password: PASSWORD });
    const admin = await granary.createToken(await addUser(granary.db, 'admin'));
    await call('POST', 'twoFactorRoles', admin, { roles: ['distributor'] });
    const token = String((await logIn(user)).body.RESP_MSG);
    const refused = await call('GET', 'getUsersList', token);
    expect(refused).toMatchObject({
      status: 403,
      body: { RESP_CODE: 'TWO_FACTOR_SETUP_REQUIRED' },
    });
    const { sid } = (await granary.sessions.find(token)) ?? { sid: '' };
    expect(await granary.sessions.findActive([sid])).toEqual(new Map());
    await turnOn(user);
    expect((await call('GET', 'getUsersList', token)).status).toBe(200);
    expect((await granary.sessions.findActive([sid])).size).toBe(1);
    await call('POST', 'twoFactorRoles', admin, { roles: [] });
  });
});
