import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

const TOKEN = 'read-the-metrics-with-this';

let open: TestApp;
let guarded: TestApp;

beforeAll(async () => {
  open = await createTestApp();
  guarded = await createTestApp({ env: { METRICS_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' } });
  await open.start();
});

afterAll(async () => {
  await open.dispose();
  await guarded.dispose();
});

function metrics(of: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  return of.call({ url: '/metrics', remoteAddress, headers });
}

describe('the server', () => {
  it('is alive, and ready when its database and broker are', async () => {
    expect(JSON.parse((await open.call({ url: '/healthz' })).text)).toEqual({ status: 'alive' });
    const ready = await open.call({ url: '/readyz' });
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready' }]);
  });
});

describe('the metrics', () => {
  it('are not available without a token behind a proxy', async () => {
    for (const env of [{ TRUST_PROXY: '127.0.0.1' }, { PUBLIC_URL: 'https://granary.example' }]) {
      const behind = await createTestApp({ env });
      expect((await metrics(behind, '127.0.0.1')).status).toBe(404);
      await behind.dispose();
    }
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'are available on this machine: %s',
    async (address) => {
      const response = await metrics(open, address);
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^text\/plain/);
      expect(response.text).toMatch(/^granary_live_connections 0$/m);
      expect(response.text).toMatch(/^granary_boards_connected 0$/m);
      expect(response.text).toMatch(/^# HELP granary_readings_total /m);
    },
  );

  it.each(['192.0.2.1', '::2', '10.0.0.1'])('are not available to others: %s', async (address) => {
    expect(await metrics(open, address)).toMatchObject({
      status: 404,
      body: { RESP_CODE: 'NOT_FOUND' },
    });
  });

  it('are not available through a proxy on this machine', async () => {
    const headers = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'];
    for (const header of headers) {
      const response = await metrics(open, '127.0.0.1', { [header]: '127.0.0.1' });
      expect(response.status, header).toBe(404);
    }
    const kept = await metrics(open, '127.0.0.1', { host: 'granary.example' });
    expect(kept.status).toBe(404);
  });

  it('are available with the token when one is set', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await metrics(guarded, '192.0.2.1', bearer(TOKEN))).status).toBe(200);
    for (const wrong of ['', 'read', `${TOKEN}x`, TOKEN.toUpperCase()]) {
      expect((await metrics(guarded, '127.0.0.1', bearer(wrong))).status, wrong).toBe(404);
    }
    expect((await metrics(guarded, '127.0.0.1')).status).toBe(404);
  });
});

describe('the address of a caller', () => {
  const guess = (of: TestApp, forwarded: string) =>
    of.call({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress: '127.0.0.1',
      body: { email: 'who@health.example', password: 'wrong password' },
      headers: { 'x-forwarded-for': forwarded },
    });

  it('is taken from a trusted proxy only', async () => {
    await guess(open, '203.0.113.5');
    await guess(guarded, '198.51.100.7, 203.0.113.5');
    const addresses = async ({ db }: TestApp) =>
      (await db.selectFrom('signInFailures').select('address').execute()).map(
        ({ address }) => address,
      );
    expect(await addresses(open)).toEqual(['127.0.0.1']);
    // The caller may have set the entries before the proxy's.
    expect(await addresses(guarded)).toEqual(['203.0.113.5']);
  });
});
