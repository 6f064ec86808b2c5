import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

const TOKEN = 'read-the-metrics-with-this';

let openApp: TestApp;
let guardedApp: TestApp;

beforeAll(async () => {
  openApp = await createTestApp();
  guardedApp = await createTestApp({ env: { METRICS_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' } });
  await openApp.start();
});

afterAll(async () => {
  await openApp.dispose();
  await guardedApp.dispose();
});

function getMetrics(testApp: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  return testApp.call({ url: '/metrics', remoteAddress, headers });
}

describe('the server', () => {
  it('is alive, and ready when its database and broker are', async () => {
    expect(JSON.parse((await openApp.call({ url: '/healthz' })).text)).toEqual({ status: 'alive' });
    const readiness = await openApp.call({ url: '/readyz' });
    expect([readiness.status, JSON.parse(readiness.text)]).toEqual([200, { status: 'ready' }]);
  });
});

describe('the metrics', () => {
  it('are not available behind a proxy if no token is set', async () => {
    for (const env of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_URL: 'https://granary.example' }]) {
      const proxiedApp = await createTestApp({ env });
      expect((await getMetrics(proxiedApp, '127.0.0.1')).status).toBe(404);
      await proxiedApp.dispose();
    }
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'are available on this machine: %s',
    async (address) => {
      const response = await getMetrics(openApp, address);
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^text\/plain/);
      expect(response.text).toMatch(/^granary_live_connections 0$/m);
      expect(response.text).toMatch(/^granary_boards_connected 0$/m);
      expect(response.text).toMatch(/^# HELP granary_readings_total /m);
    },
  );

  it.each(['192.0.2.1', '::2', '10.0.0.1'])(
    'are not available to other machines: %s',
    async (address) => {
      expect(await getMetrics(openApp, address)).toMatchObject({
        status: 404,
        body: { RESP_CODE: 'NOT_FOUND' },
      });
    },
  );

  it('are not available through a proxy on this machine', async () => {
    const headers = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];
    for (const header of headers) {
      const response = await getMetrics(openApp, '127.0.0.1', { [header]: '127.0.0.1' });
      expect(response.status, header).toBe(404);
    }
    const hostResponse = await getMetrics(openApp, '127.0.0.1', { host: 'granary.example' });
    expect(hostResponse.status).toBe(404);
  });

  it('are available only with the token if one is set', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await getMetrics(guardedApp, '192.0.2.1', bearer(TOKEN))).status).toBe(200);
    for (const wrongToken of ['', 'read', `${TOKEN}x`, TOKEN.toUpperCase()]) {
      expect(
        (await getMetrics(guardedApp, '127.0.0.1', bearer(wrongToken))).status,
        wrongToken,
      ).toBe(404);
    }
    expect((await getMetrics(guardedApp, '127.0.0.1')).status).toBe(404);
  });
});

describe('the address of a caller', () => {
  const signIn = (testApp: TestApp, forwarded: string) =>
    testApp.call({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress: '127.0.0.1',
      body: { email: 'who@health.example', password: 'wrong password' },
      headers: { 'x-forwarded-for': forwarded },
    });

  it('is taken from a trusted proxy only', async () => {
    await signIn(openApp, '203.0.113.5');
    await signIn(guardedApp, '198.51.100.7, 203.0.113.5');
    const findAddresses = async ({ db }: TestApp) =>
      (await db.selectFrom('signInFailures').select('address').execute()).map(
        ({ address }) => address,
      );
    expect(await findAddresses(openApp)).toEqual(['127.0.0.1']);
    // The caller may have set the entries before the one that the proxy added.
    expect(await findAddresses(guardedApp)).toEqual(['203.0.113.5']);
  });
});
