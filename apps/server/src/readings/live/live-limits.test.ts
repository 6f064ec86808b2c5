import { WATCH_EVENT } from '@granary/contract/readings/live';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../../test/support/fixtures.ts';
import {
  createWatchRequest,
  LiveTestServer,
  WATCH_ALL_BINS,
  watch,
} from '../../../test/support/live-test-server.ts';
import { limits } from '../../config/limits.ts';

let live: LiveTestServer;

beforeAll(async () => {
  live = await LiveTestServer.create({ env: { TRUST_PROXY: 'loopback' } });
});

afterEach(() => live.closeBrowsers());

afterAll(() => live.dispose());

/** Starts a handshake as if a proxy had forwarded it for an address, and returns the response. */
async function startHandshake(address: string): Promise<Response> {
  const url = `http://127.0.0.1:${live.ports.httpPort}/socket.io/?EIO=4&transport=polling`;
  const response = await fetch(url, { headers: { 'x-forwarded-for': address } });
  await response.text();
  return response;
}

function findLogEntries(limit: string): string[] {
  return live.granary.logLines.filter((line) => line.includes(`"limit":"${limit}"`));
}

describe('a handshake', () => {
  it('counts as a request from its address, even over WebSocket', async () => {
    const address = '198.51.100.20';
    const request = { url: '/healthz', remoteAddress: address };
    for (let sent = 0; sent < limits.requestsPerAddress.max; sent += 1_000) {
      await Promise.all(Array.from({ length: 1_000 }, () => live.granary.call(request)));
    }
    const refusedResponse = await startHandshake(address);
    expect(refusedResponse.status).toBe(429);
    expect(Number(refusedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    const token = await live.granary.createToken(live.fixtures.farmer.user);
    const extraHeaders = { 'x-forwarded-for': address };
    const socket = live.openSocket({ auth: { token }, extraHeaders });
    await new Promise<void>((resolve) => socket.on('connect_error', () => resolve()));
    socket.close();
    expect((await startHandshake('198.51.100.21')).status).toBe(200);
  });

  it('is refused if the address has too many sockets', async () => {
    const address = '198.51.100.22';
    for (let open = 0; open < limits.socketsPerAddress.max; open += 100) {
      await Promise.all(Array.from({ length: 100 }, () => startHandshake(address)));
    }
    const refusedResponse = await startHandshake(address);
    expect([refusedResponse.status, refusedResponse.headers.get('retry-after')]).toEqual([
      429,
      '30',
    ]);
    expect(findLogEntries('socketsPerAddress')).toHaveLength(1);
    expect((await live.openBrowser(live.fixtures.farmer.user)).socket.connected).toBe(true);
  });
});

describe('a connection', () => {
  it('is refused if the account has too many connections', async () => {
    const user = await addUser(live.granary.db, 'user');
    const browsers = Array.from({ length: limits.socketsPerAccount.max }, () =>
      live.openBrowser(user),
    );
    const [first] = await Promise.all(browsers);
    await expect(live.openBrowser(user)).rejects.toThrow('too many');
    first?.socket.close();
    await expect.poll(() => live.openBrowser(user).catch(() => null)).not.toBeNull();
  });

  it('handles one watch request at a time, and is closed if too many are waiting', async () => {
    const { farmer } = live.fixtures;
    const observer = await live.openWatchingBrowser(farmer.user, WATCH_ALL_BINS);
    const browser = await live.openBrowser(farmer.user);
    for (let i = 0; i < 2_000; i++)
      browser.socket.emit(WATCH_EVENT, createWatchRequest(farmer.bin));
    expect(await browser.disconnected).toBe('io server disconnect');
    expect(findLogEntries('eventsPerSocket')).toHaveLength(1);
    expect(await watch(observer, createWatchRequest(farmer.bin))).toMatchObject({ ok: true });
  });
});
