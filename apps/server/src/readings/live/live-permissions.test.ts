import { SECOND } from '@granary/domain/units';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addUser, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import {
  LiveTestServer,
  receivedReadings,
  WATCH_ALL_BINS,
  watch,
  watchRequest,
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

/** Permissions are checked at least this often, ms. */
const LONGEST = 5 * SECOND;

describe('permissions that end', () => {
  it('end the connection at once when the user signs out', async () => {
    const [one, other] = [
      await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS),
    ];
    await granary.call({ method: 'POST', url: '/api/user/logout', token: one.token });
    expect(await one.disconnected).toBe('io server disconnect');
    expect(one.hasSessionEnded).toBe(true);
    await live.report(fixtures.farmer.bin);
    await expect.poll(() => other.events.length).toBe(1);
    expect(one.events).toEqual([]);
  });

  it.each([
    [
      'a session revoked',
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
      'a user deleted',
      async ({ id }: UserRow) => {
        const deletedAt = new Date(granary.now());
        await granary.db.updateTable('users').set({ deletedAt }).where('id', '=', id).execute();
      },
    ],
  ])('end the connection at once: %s', async (_, end) => {
    const user = await addUser(granary.db, 'user');
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const bystander = await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS);
    await end(user);
    expect(await browser.disconnected).toBe('io server disconnect');
    expect(browser.hasSessionEnded).toBe(true);
    expect(await receivedReadings(bystander)).toEqual([]);
  });

  it('end the connection within five seconds when the session expires', async () => {
    const user = await addUser(granary.db, 'user');
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const expiresAt = new Date(granary.now());
    await granary.db
      .updateTable('sessions')
      .set({ expiresAt })
      .where('userId', '=', user.id)
      .execute();
    granary.runRepeatedJobs(LONGEST);
    expect(await browser.disconnected).toBe('io server disconnect');
    expect(browser.hasSessionEnded).toBe(true);
  });

  it('end the updates of the former role', async () => {
    const user = await addUser(granary.db, 'admin');
    const browser = await live.openWatchingBrowser(user, watchRequest(fixtures.farmer.bin));
    const observer = await live.openWatchingBrowser(
      fixtures.farmer.user,
      watchRequest(fixtures.farmer.bin),
    );
    await live.reportTo(observer, fixtures.farmer.bin);
    expect(await receivedReadings(browser)).toHaveLength(1);
    await granary.db.updateTable('users').set({ role: 'user' }).where('id', '=', user.id).execute();
    await expect
      .poll(async () => {
        const before = browser.events.length;
        await live.reportTo(observer, fixtures.farmer.bin);
        await receivedReadings(browser);
        return browser.events.length - before;
      })
      .toBe(0);
    expect(await watch(browser, watchRequest(fixtures.farmer.bin))).toEqual({
      ok: false,
      message: 'refused',
    });
  });

  it('end the updates of a customer who moved to another distributor', async () => {
    const { distributor, otherDistributor, sibling } = fixtures;
    const before = [
      await live.openWatchingBrowser(distributor, WATCH_ALL_BINS),
      await live.openWatchingBrowser(distributor, watchRequest(sibling.bin)),
    ];
    const after = await live.openWatchingBrowser(otherDistributor, WATCH_ALL_BINS);
    const observer = await live.openWatchingBrowser(sibling.user, WATCH_ALL_BINS);
    await live.reportTo(observer, sibling.bin);
    for (const browser of before) expect(await receivedReadings(browser)).toHaveLength(1);
    expect(await receivedReadings(after)).toEqual([]);
    const moved = await granary.call({
      method: 'POST',
      url: '/api/user/assignDistributor',
      token: await granary.createToken(fixtures.admin),
      body: { user_id: String(sibling.user.id), distributor_id: String(otherDistributor.id) },
    });
    expect(moved.status).toBe(200);
    await expect
      .poll(async () => {
        const counts = before.map(({ events }) => events.length);
        await live.reportTo(observer, sibling.bin);
        await receivedReadings(after);
        for (const browser of before) await receivedReadings(browser);
        return (
          before.every(({ events }, i) => events.length === counts[i]) && after.events.length > 0
        );
      })
      .toBe(true);
  });
});
