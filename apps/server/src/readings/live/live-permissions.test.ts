import { SECOND } from '@granary/domain/units';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addUser, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import {
  createWatchRequest,
  getReceivedReadings,
  LiveTestServer,
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

/** The longest interval between two permission checks, ms. */
const MAX_CHECK_INTERVAL = 5 * SECOND;

describe('the loss of permissions', () => {
  it('closes the connection at once when the user signs out', async () => {
    const [signedOutBrowser, otherBrowser] = [
      await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS),
    ];
    await granary.call({ method: 'POST', url: '/api/user/logout', token: signedOutBrowser.token });
    expect(await signedOutBrowser.disconnected).toBe('io server disconnect');
    expect(signedOutBrowser.hasSessionEnded).toBe(true);
    await live.report(fixtures.farmer.bin);
    await expect.poll(() => otherBrowser.events.length).toBe(1);
    expect(signedOutBrowser.events).toEqual([]);
  });

  it.each([
    [
      'a revoked session',
      async ({ id }: UserRow) => {
        const revokedAt = new Date(granary.now());
        await granary.db
          .updateTable('sessions')
          .set({ revokedAt })
          .where('userId', '=', id)
          .execute();
      },
    ],
    [
      'a deleted user',
      async ({ id }: UserRow) => {
        const deletedAt = new Date(granary.now());
        await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', id).execute();
      },
    ],
  ])('closes the connection at once: %s', async (_, revokeAccess) => {
    const user = await addUser(granary.db, 'user');
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const otherBrowser = await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS);
    await revokeAccess(user);
    expect(await browser.disconnected).toBe('io server disconnect');
    expect(browser.hasSessionEnded).toBe(true);
    expect(await getReceivedReadings(otherBrowser)).toEqual([]);
  });

  it('closes the connection within five seconds when the session expires', async () => {
    const user = await addUser(granary.db, 'user');
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const expiresAt = new Date(granary.now());
    await granary.db
      .updateTable('sessions')
      .set({ expiresAt })
      .where('userId', '=', user.id)
      .execute();
    granary.runRepeatedJobs(MAX_CHECK_INTERVAL);
    expect(await browser.disconnected).toBe('io server disconnect');
    expect(browser.hasSessionEnded).toBe(true);
  });

  it('stops the updates for the former role', async () => {
    const user = await addUser(granary.db, 'admin');
    const browser = await live.openWatchingBrowser(user, createWatchRequest(fixtures.farmer.bin));
    const observer = await live.openWatchingBrowser(
      fixtures.farmer.user,
      createWatchRequest(fixtures.farmer.bin),
    );
    await live.reportAndWait(observer, fixtures.farmer.bin);
    expect(await getReceivedReadings(browser)).toHaveLength(1);
    await granary.db.updateTable('users').set({ role: 'user' }).where('id', '=', user.id).execute();
    await expect
      .poll(async () => {
        const countBefore = browser.events.length;
        await live.reportAndWait(observer, fixtures.farmer.bin);
        await getReceivedReadings(browser);
        return browser.events.length - countBefore;
      })
      .toBe(0);
    expect(await watch(browser, createWatchRequest(fixtures.farmer.bin))).toEqual({
      ok: false,
      message: 'refused',
    });
  });

  it('stops the updates about a customer who moves to another distributor', async () => {
    const { distributor, otherDistributor, sibling } = fixtures;
    const formerDistributorBrowsers = [
      await live.openWatchingBrowser(distributor, WATCH_ALL_BINS),
      await live.openWatchingBrowser(distributor, createWatchRequest(sibling.bin)),
    ];
    const newDistributorBrowser = await live.openWatchingBrowser(otherDistributor, WATCH_ALL_BINS);
    const observer = await live.openWatchingBrowser(sibling.user, WATCH_ALL_BINS);
    await live.reportAndWait(observer, sibling.bin);
    for (const browser of formerDistributorBrowsers)
      expect(await getReceivedReadings(browser)).toHaveLength(1);
    expect(await getReceivedReadings(newDistributorBrowser)).toEqual([]);
    const response = await granary.call({
      method: 'POST',
      url: '/api/user/assignDistributor',
      token: await granary.createToken(fixtures.admin),
      body: { user_id: String(sibling.user.id), distributor_id: String(otherDistributor.id) },
    });
    expect(response.status).toBe(200);
    await expect
      .poll(async () => {
        const counts = formerDistributorBrowsers.map(({ events }) => events.length);
        await live.reportAndWait(observer, sibling.bin);
        await getReceivedReadings(newDistributorBrowser);
        for (const browser of formerDistributorBrowsers) await getReceivedReadings(browser);
        return (
          formerDistributorBrowsers.every(({ events }, i) => events.length === counts[i]) &&
          newDistributorBrowser.events.length > 0
        );
      })
      .toBe(true);
  });
});
