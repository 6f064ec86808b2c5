import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/access-requests.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let user: UserRow;

beforeAll(async () => {
  granary = await createTestApp();
  user = await addUser(granary.db, 'user', { password: PASSWORD });
});

afterAll(() => granary.dispose());

const isActive = async (token: string) =>
  (await granary.call({ url: '/api/user/getMyInfo', token })).status === 200;
const post = (path: string, token: string, body?: object) =>
  granary.call({ method: 'POST', url: `/api/user/${path}`, token, body });
const signIn = async (userAgent: string, remoteAddress: string) => {
  const body = { email: user.email, password: PASSWORD };
  const headers = { 'user-agent': userAgent };
  const url = '/api/user/login';
  const response = await granary.call({ method: 'POST', url, body, headers, remoteAddress });
  return String(response.body.RESP_MSG);
};

describe('the sessions of a user', () => {
  it('list the address and browser of each sign-in, and can be ended one at a time or all at once', async () => {
    const phone = await signIn('Phone/1', '192.0.2.1');
    granary.advance(1000);
    const office = await signIn(`Office/1 ${'x'.repeat(500)}`, '192.0.2.2');
    granary.advance(1000);
    const home = await signIn('Home/1', '192.0.2.3');
    const { body } = await granary.call({ url: '/api/user/sessions', token: home });
    const userSessions = body.RESP_MSG as { id: string; user_agent: string }[];
    expect(userSessions).toMatchObject([
      { address: '192.0.2.3', user_agent: 'Home/1', is_current: true },
      { address: '192.0.2.2', is_current: false },
      { address: '192.0.2.1', is_current: false },
    ]);
    expect(userSessions[1]?.user_agent).toHaveLength(300);

    const stranger = await granary.createToken(await addUser(granary.db, 'user'));
    const session_id = userSessions[2]?.id;
    expect((await post('endSession', stranger, { session_id })).status).toBe(404);
    expect(await isActive(phone)).toBe(true);
    expect((await post('endSession', home, { session_id })).status).toBe(200);
    expect([await isActive(phone), await isActive(office)]).toEqual([false, true]);

    expect((await post('signOutEverywhere', office)).status).toBe(200);
    expect([await isActive(office), await isActive(home)]).toEqual([false, false]);
    expect(await isActive(stranger)).toBe(true);
  });

  it("can be ended by an admin, which also unregisters the user's devices from push notifications", async () => {
    const token = await granary.createToken(user);
    const registeredAt = new Date(granary.now());
    const deviceSettings = { notifies: true, notifiesByPush: true, registeredAt };
    const device = { token: 'push', userId: user.id, deviceType: 'web', ...deviceSettings };
    await granary.db.insertInto('devices').values(device).execute();
    const admin = await granary.createToken(await addUser(granary.db, 'admin'));
    const endResponse = await post('endSessions', admin, { user_id: String(user.id) });
    expect(endResponse.body.RESP_MSG).toBe('All sessions for this account have ended.');
    expect([await isActive(token), await isActive(admin)]).toEqual([false, true]);
    expect(await granary.db.selectFrom('devices').selectAll().execute()).toEqual([]);
  });
});
