import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/access-requests.ts';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

const NEW_PASSWORD = 'four owls in the barn';

const change = (token: string, old_password: string, password: string) =>
  granary.call({
    method: 'POST',
    url: '/api/user/changePassword',
    token,
    body: { old_password, password },
  });

describe('changing your own password', () => {
  it('requires the old one, ends the other sessions, removes their devices and keeps the current session', async () => {
    const { db } = granary;
    const user = await addUser(db, 'user', { password: PASSWORD });
    const [ownToken, otherToken] = [
      await granary.createToken(user),
      await granary.createToken(user),
    ];
    const sessionId = (await granary.sessions.find(otherToken))?.sid ?? null;
    const registeredAt = new Date(granary.now());
    const notificationSettings = { notifies: true, notifiesByPush: true, registeredAt };
    const device = {
      token: 'push',
      userId: user.id,
      sessionId,
      deviceType: 'web',
      ...notificationSettings,
    };
    const expiresAt = new Date(granary.now() + 1000);
    await db.insertInto('devices').values(device).execute();
    const code = { userId: user.id, codeHash: Buffer.alloc(32), expiresAt };
    await db.insertInto('resetCodes').values(code).execute();

    const wrong = await change(ownToken, 'not the old one', NEW_PASSWORD);
    expect(wrong).toMatchObject({ status: 422, body: { RESP_MSG: 'Incorrect password.' } });
    expect(wrong.body.errors).toMatchObject([{ path: 'old_password' }]);
    expect((await change(ownToken, PASSWORD, 'password2026')).body.errors).toMatchObject([
      { path: 'password' },
    ]);
    expect((await change(ownToken, PASSWORD, NEW_PASSWORD)).status).toBe(200);

    const readProfile = (token: string) => granary.call({ url: '/api/user/getMyInfo', token });
    expect((await readProfile(ownToken)).status).toBe(200);
    expect((await readProfile(otherToken)).status).toBe(401);
    expect(await db.selectFrom('devices').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('resetCodes').selectAll().execute()).toEqual([]);
    const signIn = async (password: string) => {
      const body = { email: user.email, password };
      return (await granary.call({ method: 'POST', url: '/api/user/login', body })).status;
    };
    expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 200]);
    const entries = await db
      .selectFrom('auditEntries')
      .select(['act', 'actorId', 'subjectId'])
      .execute();
    expect(entries).toEqual([
      { act: 'password-reset', actorId: user.id, subjectId: String(user.id) },
    ]);
  });

  it('changes it only once when two requests arrive together', async () => {
    const user = await addUser(granary.db, 'user', { password: PASSWORD });
    const token = await granary.createToken(user);
    const responses = await Promise.all(
      [NEW_PASSWORD, 'five owls in the barn'].map((password) => change(token, PASSWORD, password)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});
