import { WATCH_EVENT } from '@granary/contract/readings/live';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addBin, type CustomerFixtures, type TestBin } from '../../../test/support/fixtures.ts';
import {
  createWatchRequest,
  LiveTestServer,
  unwatch,
  WATCH_ALL_BINS,
  watch,
} from '../../../test/support/live-test-server.ts';
import type { TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

let live: LiveTestServer;
let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  live = await LiveTestServer.create();
  ({ granary, fixtures } = live);
});

afterEach(() => live.closeBrowsers());

afterAll(() => live.dispose());

describe('a live connection', () => {
  it('requires a token in the handshake', async () => {
    const token = await granary.createToken(fixtures.farmer.user);
    const signedOutToken = await granary.createToken(fixtures.farmer.user);
    await granary.call({ method: 'POST', url: '/api/user/logout', token: signedOutToken });
    const handshakes = [
      {},
      { auth: { token: signedOutToken } },
      { auth: { token: `${token}x` } },
      { auth: { token: { token } } },
      { query: { token, auth: token } },
      { extraHeaders: { authorization: `Bearer ${token}`, cookie: `token=${token}` } },
    ];
    for (const options of handshakes) {
      for (const transports of [['websocket'], ['polling']]) {
        const socket = live.openSocket({ ...options, transports });
        const error = await new Promise<Error>((resolve) => socket.on('connect_error', resolve));
        expect(error.message).toBe('unauthenticated');
        socket.close();
      }
    }
    expect((await live.openBrowser(fixtures.farmer.user)).socket.connected).toBe(true);
  });

  it('is counted while it is open', async () => {
    const count = async () =>
      /^granary_live_connections (\d+)$/m.exec((await granary.call({ url: '/metrics' })).text)?.[1];
    await expect.poll(count).toBe('0');
    const browser = await live.openBrowser(fixtures.farmer.user);
    expect(await count()).toBe('1');
    browser.socket.close();
    await expect.poll(count).toBe('0');
  });

  it('allows a request only if the user may read all its bins', async () => {
    const { farmer, sibling, neighbor, stranger, distributor, admin } = fixtures;
    const missing = { bins: ['2000000000'] };
    const requests = {
      own: createWatchRequest(farmer.bin),
      sibling: createWatchRequest(sibling.bin),
      mixed: createWatchRequest(farmer.bin, neighbor.bin),
      foreign: createWatchRequest(stranger.bin),
      missing,
      all: WATCH_ALL_BINS,
    };
    const listAllowed = async (user: UserRow) => {
      const browser = await live.openBrowser(user);
      const names: string[] = [];
      for (const [name, request] of Object.entries(requests)) {
        const response = await watch(browser, request);
        if (response.ok) names.push(name);
        else expect(response).toEqual({ ok: false, message: 'refused' });
      }
      return names;
    };
    expect(await listAllowed(farmer.user)).toEqual(['own', 'all']);
    expect(await listAllowed(distributor)).toEqual(['own', 'sibling', 'all']);
    expect(await listAllowed(admin)).toEqual(['own', 'sibling', 'mixed', 'foreign', 'all']);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a number', 7],
    ['a string', 'all'],
    ['an array', []],
    ['an empty object', {}],
    ['all set to false', { all: false }],
    ['no bins', { bins: [] }],
    ['an SQL statement as an ID', { bins: ['1; drop table bins'] }],
    ['a number as an ID', { bins: [1] }],
    ['a negative ID', { bins: ['-1'] }],
    ['too many bins', { bins: Array<string>(501).fill('1') }],
    ['an array-like object', { bins: { length: 1, 0: '1' } }],
  ])('refuses an invalid request and stays open: %s', async (_, request) => {
    const browser = await live.openBrowser(fixtures.farmer.user);
    expect(await watch(browser, request)).toEqual({ ok: false, message: 'refused' });
    browser.socket.emit(WATCH_EVENT, request);
    browser.socket.emit('no such event', request);
    expect(await watch(browser, WATCH_ALL_BINS)).toMatchObject({ ok: true });
  });
});

describe('a watch request', () => {
  const OK = { ok: true };
  /** Creates requests for different selections of the given bins. */
  const createRequests = (bins: readonly TestBin[], count: number) =>
    Array.from({ length: count }, (_, index) =>
      createWatchRequest(...bins.filter((_bin, bit) => ((index + 1) >> bit) & 1)),
    );

  it('counts only once if it is repeated for the same bins', async () => {
    const { user, bin } = fixtures.farmer;
    const otherBin = await addBin(granary.db, bin.farmId);
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const id = String(bin.id);
    for (let visit = 0; visit < 30; visit++) {
      expect(await watch(browser, { bins: visit % 2 ? [id] : [id, id] })).toMatchObject(OK);
    }
    await live.expectStillReceived(browser, otherBin);
  });

  it('reports how long ago the last reading of its bins arrived', async () => {
    const { user, bin } = fixtures.farmer;
    const otherBin = await addBin(granary.db, bin.farmId);
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const unchangedForMs = async (request: unknown) =>
      (await watch(browser, request)).unchanged_for_ms;
    const start = performance.now();
    expect(await live.reportAndCount(browser, bin)).toBe(1);
    const reportedAt = performance.now() - start;
    for (const request of [
      WATCH_ALL_BINS,
      createWatchRequest(bin),
      createWatchRequest(bin, otherBin),
    ]) {
      const requestedAt = performance.now() - start;
      const ms = await unchangedForMs(request);
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThanOrEqual(performance.now() - start);
      expect(requestedAt - ms).toBeLessThanOrEqual(reportedAt);
    }
    expect(await unchangedForMs(createWatchRequest(otherBin))).toBeGreaterThan(
      performance.now() - start,
    );
    const admin = await live.openBrowser(fixtures.admin);
    expect(await watch(admin, WATCH_ALL_BINS)).toEqual({ ok: true });
  });

  it('stays active when a later one over the limit is refused', async () => {
    const { user, bin } = fixtures.farmer;
    const bins = [bin];
    for (let i = 0; i < 5; i++) bins.push(await addBin(granary.db, bin.farmId));
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const requests = createRequests(bins, 20);
    for (const request of requests.slice(0, 19)) {
      expect(await watch(browser, request)).toMatchObject(OK);
    }
    const lastRequest = requests[19];
    expect(await watch(browser, lastRequest)).toEqual({ ok: false, message: 'too many' });
    expect(await watch(browser, requests[3])).toMatchObject(OK);
    await live.expectStillReceived(browser, bins[5] ?? bin);
    expect(await unwatch(browser, requests[0])).toEqual(OK);
    expect(await watch(browser, lastRequest)).toMatchObject(OK);
  });

  it('ends with an unwatch request, but bins in another request are still watched', async () => {
    const { user, bin } = fixtures.farmer;
    const otherBin = await addBin(granary.db, bin.farmId);
    const browser = await live.openWatchingBrowser(user, createWatchRequest(bin));
    await watch(browser, createWatchRequest(bin, otherBin));
    expect(await unwatch(browser, createWatchRequest(otherBin, bin))).toEqual(OK);
    expect(await live.reportAndCount(browser, otherBin)).toBe(0);
    expect(await live.reportAndCount(browser, bin)).toBe(1);
    expect(await unwatch(browser, createWatchRequest(bin))).toEqual(OK);
    expect(await live.reportAndCount(browser, bin)).toBe(0);
    expect(await unwatch(browser, createWatchRequest(bin))).toMatchObject({ ok: false });
  });

  it('ends when unwatch is requested before the watch request is answered', async () => {
    const { user, bin } = fixtures.farmer;
    const browser = await live.openBrowser(user);
    const watching = watch(browser, createWatchRequest(bin));
    await unwatch(browser, createWatchRequest(bin));
    await watching;
    expect(await live.reportAndCount(browser, bin)).toBe(0);
  });
});
