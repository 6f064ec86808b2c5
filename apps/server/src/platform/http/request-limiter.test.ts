import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { limits } from '../../config/limits.ts';

const ADDRESS = '203.0.113.7';

let granary: TestApp;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

/** Sends as many requests as a limit allows. */
async function useUpLimit(max: number, send: () => Promise<unknown>) {
  for (let sent = 0; sent < max; sent += 1_000) {
    await Promise.all(Array.from({ length: Math.min(1_000, max - sent) }, send));
  }
}

const findLogEntries = (limit: string) =>
  granary.logLines.filter((line) => line.includes(`"limit":"${limit}"`)).map((l) => JSON.parse(l));

describe('requests beyond the limit', () => {
  it('from one address are refused with a Retry-After header, and logged once', async () => {
    const { max } = limits.requestsPerAddress;
    const request = { url: '/healthz', remoteAddress: ADDRESS };
    await useUpLimit(max, () => granary.call(request));
    for (const url of ['/healthz', '/api/nothing', '/api/user/getMyInfo']) {
      const response = await granary.call({ ...request, url });
      expect([response.status, response.body.RESP_CODE]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(findLogEntries('requestsPerAddress')).toEqual([
      expect.objectContaining({ caller: ADDRESS }),
    ]);
    expect((await granary.call({ url: '/metrics' })).text).toContain(
      'granary_limits_reached_total{limit="requestsPerAddress"} 3',
    );

    const user = await addUser(granary.db, 'user');
    const token = await granary.createToken(user);
    const signedInRequest = { url: '/api/user/getMyInfo', token, remoteAddress: ADDRESS };
    expect((await granary.call(signedInRequest)).status).toBe(200);
    expect((await granary.call({ ...request, url: '/a-page' })).status).toBe(404);
    expect((await granary.call({ url: '/healthz', remoteAddress: '203.0.113.8' })).status).toBe(
      200,
    );
  });
});
