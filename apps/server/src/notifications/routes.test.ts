import { DAY, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let granary: TestApp;
let user: UserRow;
let token: string;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('devices').execute();
  user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
});

function post(path: string, body: unknown, bearer = token) {
  return granary.call({ method: 'POST', url: `/api/${path}`, body, token: bearer });
}

async function addNotification(
  minutesAgo: number,
  title: string,
  recipient = user,
): Promise<string> {
  const { id } = await granary.db
    .insertInto('notifications')
    .values({
      userId: recipient.id,
      title,
      body: 'Bin 3 is at 31 °C.',
      target: '/binsensor/3',
      at: new Date(granary.now() - minutesAgo * MINUTE),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

type ListedNotification = { id: string; notification: { title: string }; read: boolean };

async function list(bearer = token): Promise<ListedNotification[]> {
  const response = await granary.call({ url: '/api/notifications', token: bearer });
  return response.body.RESP_MSG as ListedNotification[];
}

const findUnreadTitles = async (bearer = token) =>
  (await list(bearer)).filter(({ read }) => !read).map(({ notification }) => notification.title);

describe('notifications', () => {
  it('are listed for their own user only, newest first', async () => {
    const other = await addUser(granary.db, 'user');
    await addNotification(0, 'not yours', other);
    await addNotification(5, 'old');
    const id = await addNotification(1, 'new');
    expect(await list()).toMatchObject([{ notification: { title: 'new' } }, {}]);
    expect((await list())[0]).toEqual({
      id,
      notification: { title: 'new' },
      read: false,
      data: {
        body: 'Bin 3 is at 31 °C.',
        click_action: '/binsensor/3',
        date_time: '2026-07-01T11:59:00.000Z',
      },
    });
  });

  it('are limited to the newest hundred', async () => {
    const rows = Array.from({ length: 120 }, (_, minute) => ({
      userId: user.id,
      title: `${minute}`,
      body: '',
      target: '/allbins',
      at: new Date(granary.now() - minute * MINUTE),
    }));
    await granary.db.insertInto('notifications').values(rows).execute();
    const titles = (await list()).map(({ notification }) => notification.title);
    expect(titles).toEqual(rows.slice(0, 100).map(({ title }) => title));
  });

  it('are marked as read one by one or all at once', async () => {
    const [one] = [
      await addNotification(3, 'one'),
      await addNotification(2, 'two'),
      await addNotification(1, 'three'),
    ];
    const response = await post('notifications/read', { ids: [one] });
    expect(response).toMatchObject({ status: 200, body: { RESP_MSG: 'Marked as read.' } });
    expect(await findUnreadTitles()).toEqual(['three', 'two']);
    await post('notifications/read', { ids: [] });
    expect(await findUnreadTitles()).toEqual(['three', 'two']);
    await post('notifications/read', {});
    expect(await findUnreadTitles()).toEqual([]);
  });

  it('of other users are not marked as read', async () => {
    const other = await addUser(granary.db, 'user');
    const id = await addNotification(1, 'theirs', other);
    expect((await post('notifications/read', { ids: [id] })).status).toBe(200);
    await post('notifications/read', {});
    expect(await findUnreadTitles(await granary.createToken(other))).toEqual(['theirs']);
  });
});

describe('a device', () => {
  const DEVICE_TYPE = 'Linux, x86_64, Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0';
  const DEVICE = { token_id: 'https://push.example/1', device_type: DEVICE_TYPE };
  const findDevices = () =>
    granary.db.selectFrom('devices').selectAll().orderBy('registeredAt').execute();

  it('is registered for the signed-in user', async () => {
    const withUserId = { ...DEVICE, user_id: '1' };
    expect((await post('user/registerDevice', withUserId)).status).toBe(422);
    const response = await post('user/registerDevice', {
      ...DEVICE,
      login_id: 'another user',
      register_date: '2020-01-01T00:00:00Z',
      enable_notifications: false,
    });
    expect(response).toMatchObject({
      status: 200,
      body: { RESP_MSG: 'This device is registered.' },
    });
    expect(await findDevices()).toEqual([
      {
        token: 'https://push.example/1',
        deviceType: DEVICE_TYPE,
        userId: user.id,
        notifies: false,
        notifiesByPush: true,
        registeredAt: new Date(granary.now()),
        sessionId: (await granary.sessions.find(token))?.sid,
        p256dh: null,
        auth: null,
      },
    ]);
  });

  it('belongs to the user who registered it last', async () => {
    const other = await addUser(granary.db, 'user');
    await post('user/registerDevice', DEVICE);
    await post('user/registerDevice', DEVICE, await granary.createToken(other));
    expect(await findDevices()).toMatchObject([{ userId: other.id }]);
  });

  it('is deleted when its user signs out of its session, and other devices remain', async () => {
    const otherToken = await granary.createToken(user);
    await post('user/registerDevice', DEVICE);
    await post('user/registerDevice', { ...DEVICE, token_id: 'other' }, otherToken);
    await post('user/logout', undefined);
    expect(await findDevices()).toMatchObject([{ token: 'other' }]);
  });

  it('remains after its session expires', async () => {
    await post('user/registerDevice', DEVICE);
    granary.advance(DAY);
    await granary.db.deleteFrom('sessions').where('userId', '=', user.id).execute();
    expect(await findDevices()).toMatchObject([{ userId: user.id, sessionId: null }]);
  });

  it('is deleted when a user registers twenty newer ones', async () => {
    for (let i = 0; i < 22; i++) {
      granary.advance(MINUTE);
      await post('user/registerDevice', { ...DEVICE, token_id: `device ${i}` });
    }
    const remainingTokens = (await findDevices()).map((device) => device.token);
    expect(remainingTokens).toEqual(Array.from({ length: 20 }, (_, i) => `device ${i + 2}`));
  });
});
