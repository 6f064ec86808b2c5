import { createPublicKey } from 'node:crypto';
import { DAY } from '@granary/domain/units';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../test/support/fixtures.ts';
import {
  PUSH_CERTIFICATE,
  startPushServer,
  type TestPushServer,
} from '../../test/support/push-server.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { writeNotice } from '../alerts/notices.ts';
import { Outbox } from '../outbox/outbox.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { addJob } from '../platform/jobs/job-queue.ts';
import { isPrivateAddress } from '../platform/outbound/private-address.ts';
import type { UserRow } from '../platform/postgres/tables.ts';
import { notify } from './notify.ts';

let granary: TestApp;
let service: TestPushServer;
let user: UserRow;
let token: string;
/** The push service runs on this machine; some tests treat its address as private again. */
let isPrivate: (address: string) => boolean;

beforeAll(async () => {
  service = await startPushServer();
  granary = await createTestApp({
    env: { PUBLIC_URL: 'https://granary.example' },
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    isPrivateAddress: (address) => isPrivate(address),
    caCertificates: PUSH_CERTIFICATE,
  });
  await granary.start();
});

afterAll(async () => {
  await granary.dispose();
  await service.close();
});

beforeEach(async () => {
  isPrivate = () => false;
  service.received.length = 0;
  await granary.db.deleteFrom('devices').execute();
  await granary.db.deleteFrom('outboxMessages').execute();
  user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
  await granary.db
    .updateTable('users')
    .set({ notifies: true, notifiesByPush: true })
    .where('id', '=', user.id)
    .execute();
});

function register(device: object, bearer = token) {
  const body = { device_type: 'Chrome', ...device };
  const url = '/api/user/registerDevice';
  return granary.call({ method: 'POST', url, body, token: bearer });
}

/** Registers a browser, and returns its token and a function that sets the push service's response. */
async function subscribe(bearer = token) {
  const { respondWith, ...device } = service.subscribe();
  expect((await register(device, bearer)).status).toBe(200);
  return { token: device.token_id, respondWith };
}

/**
 * Notifies the user in a transaction, with a new notification or the one with the given ID, and returns its
 * ID.
 */
async function notifyUser(
  title = 'Bin 3: Hot spot',
  body = 'Hot spot: 6 °C, limit 5 °C · Home farm',
  id: number | null = null,
): Promise<number> {
  const outbox = new Outbox({
    db: granary.db,
    key: granary.secrets.outboxKey,
    now: granary.now,
    addJob,
    sendMail: async () => {},
    sendSms: async () => {},
    sendPush: async () => {},
    maySee: async () => true,
    updatePush: async (push) => push,
    counted: () => {},
    failed: () => {},
  });
  const notification = {
    id,
    userId: user.id,
    title,
    body,
    target: '/binsensor/3',
    at: new Date(granary.now()),
  };
  return granary.db.transaction().execute((trx) => notify(trx, notification, false, outbox));
}

const findOutcomes = async () =>
  (await granary.db.selectFrom('outboxMessages').select('outcome').execute()).map(
    ({ outcome }) => outcome,
  );

const findDeviceTokens = async () =>
  (await granary.db.selectFrom('devices').select('token').execute()).map((row) => row.token);

describe('a notification', () => {
  it('reaches each browser of its user once, encrypted, with the payload from the spec', async () => {
    await subscribe();
    await subscribe(await granary.createToken(user));
    await subscribe(await granary.createToken(await addUser(granary.db, 'user')));
    await notifyUser();
    await expect.poll(findOutcomes).toEqual(['sent', 'sent']);
    expect(service.received.map(({ payload }) => payload)).toEqual(
      Array(2).fill({
        notification: { title: 'Bin 3: Hot spot' },
        data: {
          body: 'Hot spot: 6 °C, limit 5 °C · Home farm',
          click_action: '/binsensor/3',
          date_time: '2026-07-01T12:00:00.000Z',
        },
      }),
    );
    const [message] = service.received;
    expect(message?.headers).toMatchObject({ ttl: `${DAY / 1000}`, urgency: 'high' });
    expect(message?.headers['topic']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is signed with the key that browsers subscribe with', async () => {
    const { body } = await granary.call({ url: '/api/user/pushKey', token });
    const publicKey = Buffer.from(String(body.RESP_MSG), 'base64url');
    const device = await subscribe();
    await notifyUser();
    await expect.poll(findOutcomes).toEqual(['sent']);
    const authorization = String(service.received[0]?.headers['authorization']);
    const [, signedToken = '', key] = /^vapid t=(.+), k=(.+)$/.exec(authorization) ?? [];
    expect(key).toBe(publicKey.toString('base64url'));
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(signedToken, createPublicKey({ key: jwk, format: 'jwk' }));
    expect(payload).toMatchObject({
      aud: new URL(device.token).origin,
      sub: 'https://granary.example',
    });
  });

  it.each([404, 410])('removes a browser whose push service responds with %i', async (status) => {
    const removedBrowser = await subscribe();
    const otherBrowser = await subscribe();
    removedBrowser.respondWith(status);
    await notifyUser();
    await expect.poll(async () => (await findOutcomes()).toSorted()).toEqual(['refused', 'sent']);
    expect(await findDeviceTokens()).toEqual([otherBrowser.token]);
  });

  it('is sent again after a failure, and does not delay other browsers', async () => {
    const busyBrowser = await subscribe();
    await subscribe();
    busyBrowser.respondWith(503);
    await notifyUser();
    await expect.poll(async () => (await findOutcomes()).toSorted()).toEqual([null, 'sent']);
    busyBrowser.respondWith(201);
    await expect.poll(findOutcomes, { timeout: 10_000 }).toEqual(['sent', 'sent']);
    const topics = service.received
      .filter(({ path }) => busyBrowser.token.endsWith(path))
      .map(({ headers }) => headers['topic']);
    expect(new Set(topics).size).toBe(1);
  });

  it('is not sent again after a failure if a newer version replaced it', async () => {
    const device = await subscribe();
    device.respondWith(503);
    const id = await notifyUser('Bin 3: Hot spot');
    await expect.poll(() => service.received.length).toBe(1);
    device.respondWith(201);
    await notifyUser('Open alerts at Home farm', '', id);
    await expect.poll(async () => (await findOutcomes()).toSorted()).toEqual(['sent', 'withdrawn']);
    expect(service.received.at(-1)?.payload).toMatchObject({
      notification: { title: 'Open alerts at Home farm' },
    });
  });

  it("has a time that is unique among its user's notifications, because browsers replace one with the same time", async () => {
    await subscribe();
    // Concurrent transactions do not see each other's notifications.
    await Promise.all([notifyUser(), notifyUser(), notifyUser()]);
    await expect.poll(findOutcomes).toEqual(['sent', 'sent', 'sent']);
    const times = service.received.map(
      ({ payload }) => (payload as { data: { date_time: string } }).data.date_time,
    );
    expect(new Set(times).size).toBe(3);
  });

  it('is not sent after its user signed out or turned notifications off', async () => {
    await subscribe();
    await granary.call({ method: 'POST', url: '/api/user/logout', token });
    await notifyUser();
    token = await granary.createToken(user);
    const { respondWith: _, ...mutedDevice } = service.subscribe();
    await register({ ...mutedDevice, enable_push_notifications: false });
    await notifyUser();
    await granary.db.updateTable('users').set({ notifies: false }).execute();
    await subscribe();
    await notifyUser();
    expect(await findOutcomes()).toEqual([]);
  });

  it.each([
    ['emoji', '🌽'.repeat(40)],
    ['quotes', `"'\\\\"},"data":{"body":"x"}`],
    ['markup and placeholders', '<img src=x onerror=alert(1)>{{secret}}$t(smsCode)'],
    ['control characters', '\u0007\u001b'.repeat(1_500)],
    ['a right-to-left override', '\u202egnp.exe\u2066\u200f'],
    ['3,000 letters of 2 or 3 bytes', 'Ж中'.repeat(1_500)],
    ['3,000 emoji', `x${'🌽'.repeat(3_000)}`],
  ])(
    'about a bin whose name contains %s has the payload from the spec and fits the size limit',
    async (_, name) => {
      await subscribe();
      const alert = { binId: 3, rule: 'hot-spot', value: 6, limitValue: 5 } as const;
      const alerts = [
        { ...alert, binName: name, mainBoardId: 'PG-1', temperatureUnit: 'c' },
      ] as const;
      const notice = writeNotice({ farmId: 1, farmName: name, alerts }, 'en', formatMessage);
      await notifyUser(notice.title, notice.body);
      await expect.poll(findOutcomes).toEqual(['sent']);
      const [message] = service.received;
      // The texts are complete or cut to fit, and no code point is split.
      const expectBeginning = (text: string, bytes: number) =>
        expect.toSatisfy(
          (sent: string) =>
            text.startsWith(sent) &&
            Buffer.from(sent).toString() === sent &&
            (sent === text || Buffer.byteLength(JSON.stringify(sent)) > bytes - 12),
        );
      expect(message?.payload).toEqual({
        notification: { title: expectBeginning(notice.title, 600) },
        data: {
          body: expectBeginning(notice.body, 2_000),
          click_action: '/binsensor/3',
          date_time: '2026-07-01T12:00:00.000Z',
        },
      });
      expect(Number(message?.headers['content-length'])).toBeLessThanOrEqual(4_096);
    },
  );
});

describe('the push endpoint of a browser', () => {
  const { respondWith: _, ...device } = {
    respondWith: null,
    token_id: '',
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  };

  it.each([
    'http://push.example/send',
    'https://127.0.0.1/send',
    'https://[::1]/send',
    'https://localhost/send',
    'https://2130706433/send',
    'https://user:password@push.example/send',
    'push.example',
  ])('is refused if it is %s', async (endpoint) => {
    const response = await register({ ...device, token_id: endpoint });
    expect(response).toMatchObject({ status: 422, body: { errors: [{ path: 'token_id' }] } });
    expect(await findDeviceTokens()).toEqual([]);
  });

  it('is refused if its name resolves to a private address', async () => {
    isPrivate = isPrivateAddress;
    expect((await register({ ...device, token_id: 'https://push.example/x' })).status).toBe(422);
  });

  it('is not contacted if its name later resolves to a private address, and its redirects are not followed', async () => {
    const subscribedBrowser = await subscribe();
    isPrivate = isPrivateAddress;
    service.disconnect();
    await notifyUser();
    await expect.poll(findOutcomes).toEqual(['refused']);
    expect(service.received).toEqual([]);
    isPrivate = () => false;
    const target = service.subscribe();
    subscribedBrowser.respondWith(307, target.token_id);
    await notifyUser();
    await expect.poll(() => service.received.length).toBeGreaterThan(0);
    expect(service.received.every(({ path }) => subscribedBrowser.token.endsWith(path))).toBe(true);
  });
});

it('a browser with unusable keys is refused', async () => {
  const { token_id, keys } = service.subscribe();
  expect((await register({ token_id, keys: { ...keys, auth: 'short' } })).status).toBe(422);
});
