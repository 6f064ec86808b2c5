import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../test/support/test-app.ts';

const PASSWORD = 'seventeen geese';
const BAD_CREDENTIALS = 'Email or Password is invalid. Please enter correct email and password';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
  await addUser(granary.db, 'user', { email: 'anna@accounts.example', password: PASSWORD });
});

afterAll(() => granary.dispose());

function login(
  body: Record<string, unknown> = {},
  remoteAddress = '192.0.2.7',
): Promise<TestResponse> {
  const fullBody = { email: 'anna@accounts.example', password: PASSWORD, ...body };
  return granary.call({ method: 'POST', url: '/api/user/login', body: fullBody, remoteAddress });
}

async function getToken(body: Record<string, unknown> = {}): Promise<string> {
  return String((await login(body)).body.RESP_MSG);
}

function getMyInfo(token: string) {
  return granary.call({ url: '/api/user/getMyInfo', token });
}

const decodeClaims = (bearer: string) =>
  JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString());

describe('a session', () => {
  it('starts with a token that is only in the response body', async () => {
    const response = await login({ email: ' Anna@Accounts.example ' });
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('set-cookie');
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
    const claims = decodeClaims(String(response.body.RESP_MSG));
    expect(claims).toEqual({
      id: expect.any(String),
      role: 'user',
      email: 'anna@accounts.example',
      sid: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    expect(claims.exp - claims.iat).toBe((12 * HOUR) / 1000);
  });

  it('does not start with a wrong password or an unknown email address; both get the same response', async () => {
    const wrong = await login({ password: 'wrong password' });
    const unknown = await login({ email: 'nobody@accounts.example' });
    expect(wrong).toMatchObject({
      status: 401,
      body: { RESP_CODE: 'BAD_CREDENTIALS', RESP_MSG: BAD_CREDENTIALS },
    });
    expect(unknown.text).toBe(wrong.text);
  });

  it('accepts the authorization scheme in upper or lower case', async () => {
    const bearer = await getToken();
    const status = async (authorization: string) =>
      (await granary.call({ url: '/api/user/getMyInfo', headers: { authorization } })).status;
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER  ']) {
      expect(await status(`${scheme}${bearer}`), scheme).toBe(200);
    }
    for (const scheme of ['', 'Bearer', 'Basic ', 'x Bearer ']) {
      expect(await status(`${scheme}${bearer}`), scheme).toBe(401);
    }
  });

  it('lasts 12 hours', async () => {
    const bearer = await getToken();
    granary.advance(12 * HOUR - MINUTE);
    expect((await getMyInfo(bearer)).status).toBe(200);
    granary.advance(MINUTE);
    expect((await getMyInfo(bearer)).status).toBe(401);
  });

  it('lasts 30 days if `remember` is set', async () => {
    const bearer = await getToken({ remember: true });
    granary.advance(30 * DAY - MINUTE);
    expect((await getMyInfo(bearer)).status).toBe(200);
    granary.advance(MINUTE);
    expect((await getMyInfo(bearer)).status).toBe(401);
  });

  it('ends on the server when its user signs out, but other sessions continue', async () => {
    const [firstToken, otherToken] = [await getToken(), await getToken()];
    const signOutResponse = await granary.call({
      method: 'POST',
      url: '/api/user/logout',
      token: firstToken,
    });
    expect(signOutResponse).toMatchObject({
      status: 200,
      body: { RESP_MSG: 'You are signed out.' },
    });
    expect((await getMyInfo(firstToken)).status).toBe(401);
    expect((await getMyInfo(otherToken)).status).toBe(200);
    const second = await granary.call({
      method: 'POST',
      url: '/api/user/logout',
      token: firstToken,
    });
    expect(second.status).toBe(401);
  });

  it('has the current role, not the one in the token', async () => {
    const user = await addUser(granary.db, 'admin');
    const bearer = await granary.createToken(user);
    const getListStatus = async () =>
      (await granary.call({ url: '/api/user/getUsersList', token: bearer })).status;
    const changeRole = (role: 'admin' | 'user') =>
      granary.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
    expect(await getListStatus()).toBe(200);
    await changeRole('user');
    expect(await getListStatus()).toBe(403);
    expect((await getMyInfo(bearer)).body.RESP_MSG).toMatchObject({ role: 'user' });
    await changeRole('admin');
    expect(await getListStatus()).toBe(200);
  });

  it('ends when its user is deleted, and the user cannot sign in again', async () => {
    const deletedEmail = 'gone@accounts.example';
    const user = await addUser(granary.db, 'user', { email: deletedEmail, password: PASSWORD });
    const bearer = await getToken({ email: deletedEmail });
    await granary.db
      .updateTable('users')
      .set({ deletedAt: new Date(granary.now()) })
      .where('id', '=', user.id)
      .execute();
    expect((await getMyInfo(bearer)).status).toBe(401);
    expect((await login({ email: deletedEmail })).text).toBe(
      (await login({ password: 'wrong one' })).text,
    );
  });

  it('is never read from a URL or a cookie', async () => {
    const bearer = await getToken();
    for (const name of ['token', 'access_token', 'authorization', 'auth', 'jwt']) {
      const url = `/api/user/getMyInfo?${name}=${bearer}`;
      expect((await granary.call({ url })).status, name).toBe(401);
      const headers = { cookie: `${name}=${bearer}` };
      expect((await granary.call({ url: '/api/user/getMyInfo', headers })).status).toBe(401);
    }
  });
});

describe('guessing passwords', () => {
  it('is refused with 429 when there are too many attempts at once', async () => {
    const address = '203.0.113.9';
    const guesses = Array.from({ length: 10 }, (_, i) =>
      login({ password: `guess number ${i}` }, address),
    );
    const response = (await Promise.all(guesses)).find(({ status }) => status === 429);
    expect(response).toMatchObject({
      headers: { 'retry-after': '2' },
      body: { RESP_CODE: 'TOO_MANY_REQUESTS', RESP_MSG: 'Too many attempts. Try again in 2 sec.' },
    });
    expect((await login({}, address)).status).toBe(200);
  });

  it('is delayed after many failures, but the right password still works', async () => {
    const address = '203.0.113.10';
    for (let i = 0; i < 10; i++) await login({ password: `guess number ${i}` }, address);
    const before = granary.delays.length;
    expect((await login({}, address)).status).toBe(200);
    expect(granary.delays.slice(before)).toEqual([1_000]);
  });
});

describe('a sign-in request', () => {
  it('does not accept a role, an id or a longer session', async () => {
    const extraFields = { role: 'admin', id: '1', _id: '1', sid: 'mine', exp: 4_102_444_800 };
    for (const [field, value] of Object.entries(extraFields)) {
      expect((await login({ [field]: value })).status, field).toBe(422);
    }
    const claims = decodeClaims(await getToken({}));
    expect(claims).toMatchObject({ role: 'user', email: 'anna@accounts.example' });
    expect(claims.exp - claims.iat).toBe((12 * HOUR) / 1000);
  });
});

describe('accounts', () => {
  it('are returned without their secrets', async () => {
    const admin = await granary.createToken(await addUser(granary.db, 'admin'));
    const user = await addUser(granary.db, 'user', { password: PASSWORD });
    const response = await granary.call({
      url: `/api/user/getUser?user_id=${user.id}`,
      token: admin,
    });
    expect(response.body.RESP_MSG).toEqual({
      id: String(user.id),
      _id: String(user.id),
      email: user.email,
      role: 'user',
      first_name: user.firstName,
      last_name: 'Last',
      phone: '',
      city: '',
      state: '',
      country: '',
      distributor_id: null,
    });
    const all = await granary.call({ url: '/api/user/getUsersList', token: admin });
    expect(all.text).not.toMatch(/argon2|password/i);
  });

  it('are sorted by name, with their farm and bin counts', async () => {
    const distributor = await addUser(granary.db, 'distributor');
    const assignment = { distributorId: distributor.id };
    const other = await addUser(granary.db, 'user', { ...assignment, firstName: 'Zoë' });
    const customer = await addUser(granary.db, 'user', { ...assignment, firstName: 'Abel' });
    await addUser(granary.db, 'user', { ...assignment, isDeleted: true });
    const farm = await addFarm(granary.db, customer.id);
    await addFarm(granary.db, customer.id, { isDeleted: true });
    await addFarm(granary.db, customer.id);
    for (let i = 0; i < 3; i++) await addBin(granary.db, farm.id);
    await addBin(granary.db, farm.id, { deletedAt: new Date(granary.now()) });
    const bearer = await granary.createToken(distributor);
    const list = await granary.call({ url: '/api/user/getUsersList', token: bearer });
    expect(list.body.RESP_MSG).toEqual([
      expect.objectContaining({ id: String(customer.id), farm_count: 2, bin_count: 3 }),
      expect.objectContaining({ id: String(other.id), farm_count: 0, bin_count: 0 }),
    ]);
  });

  it('fall back to English if the stored language is not supported', async () => {
    const user = await addUser(granary.db, 'user');
    const bearer = await granary.createToken(user);
    for (const [stored, returned] of [
      ['de', 'de'],
      ['tlh', 'en'],
    ]) {
      await granary.db
        .updateTable('users')
        .set({ language: stored ?? '' })
        .where('id', '=', user.id)
        .execute();
      expect((await getMyInfo(bearer)).body.RESP_MSG).toMatchObject({ language: returned });
    }
  });
});
