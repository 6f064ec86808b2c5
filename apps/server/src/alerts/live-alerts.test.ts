import {
  ALERTS_EVENT,
  BIN_ENTRIES_EVENT,
  NOTIFICATIONS_EVENT,
} from '@granary/contract/alerts/live';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addUser, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { type Browser, LiveTestServer, watch } from '../../test/support/live-test-server.ts';
import type { TestApp } from '../../test/support/test-app.ts';
import type { UserRow } from '../platform/postgres/tables.ts';

let live: LiveTestServer;
let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  live = await LiveTestServer.create();
  ({ granary, fixtures } = live);
  await granary.db
    .updateTable('bins')
    .set({ temperatureAlertEnabled: true, temperatureAlertC: 25 })
    .where('id', '=', fixtures.farmer.bin.id)
    .execute();
});

afterEach(() => live.closeBrowsers());

afterAll(() => live.dispose());

interface Watcher {
  readonly browser: Browser;
  /** The names of the events that the browser received. */
  readonly events: string[];
}

async function openWatcher(user: UserRow): Promise<Watcher> {
  const browser = await live.openWatchingBrowser(user, { alerts: true });
  const events: string[] = [];
  for (const name of [ALERTS_EVENT, NOTIFICATIONS_EVENT, BIN_ENTRIES_EVENT]) {
    browser.socket.on(name, () => events.push(name));
  }
  return { browser, events };
}

/**
 * Returns the events that a browser has received; the response to `watch` arrives after all earlier events.
 */
async function receiveEvents({ browser, events }: Watcher): Promise<readonly string[]> {
  await watch(browser, null);
  return events;
}

/** Reports a temperature; resolves when `watcher` has been notified of a change. */
async function report(watcher: Watcher, temperature: number): Promise<void> {
  const before = watcher.events.length;
  await live.report(fixtures.farmer.bin, { temp_reading: [[temperature]] });
  await expect.poll(() => watcher.events.length).toBeGreaterThan(before);
}

async function acknowledge(user: UserRow): Promise<void> {
  const { id } = await granary.db
    .selectFrom('alerts')
    .select('id')
    .where('binId', '=', fixtures.farmer.bin.id)
    .where('closedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const url = `/api/alerts/${id}/acknowledge`;
  const token = await granary.createToken(user);
  expect((await granary.call({ method: 'POST', url, token, body: {} })).status).toBe(200);
}

describe('browsers with access to a bin', () => {
  it('are notified when its alerts begin, are acknowledged and end, but other browsers are not', async () => {
    const admin = await addUser(granary.db, 'admin');
    const { farmer, neighbor, distributor, otherDistributor } = fixtures;
    const watchers = [
      await openWatcher(farmer.user),
      await openWatcher(distributor),
      await openWatcher(admin),
    ];
    const others = [await openWatcher(neighbor.user), await openWatcher(otherDistributor)];
    const [owner, dealer] = watchers;
    if (!owner || !dealer) throw new Error('no watchers');
    await report(dealer, 30);
    // Only the owner gets notifications.
    await expect.poll(() => owner.events).toContain(NOTIFICATIONS_EVENT);
    for (const watcher of watchers) expect(await receiveEvents(watcher)).toContain(ALERTS_EVENT);
    expect(await receiveEvents(dealer)).not.toContain(NOTIFICATIONS_EVENT);
    for (const { events } of watchers) events.length = 0;
    await acknowledge(distributor);
    for (const { events } of watchers) await expect.poll(() => events).toEqual([ALERTS_EVENT]);
    await report(dealer, 20);
    for (const other of others) expect(await receiveEvents(other)).toEqual([]);
  });

  it('are notified when someone enters and leaves it, but other browsers are not', async () => {
    const { farmer, neighbor, distributor, otherDistributor } = fixtures;
    const watchers = [await openWatcher(farmer.user), await openWatcher(distributor)];
    const others = [await openWatcher(neighbor.user), await openWatcher(otherDistributor)];
    const token = await granary.createToken(distributor);
    const body = { bin_id: String(farmer.bin.id) };
    for (const [count, path] of [
      [1, 'entry'],
      [2, 'entry/close'],
    ] as const) {
      const call = { method: 'POST', url: `/api/boardCommands/${path}`, token, body } as const;
      expect((await granary.call(call)).status).toBe(200);
      for (const { events } of watchers) {
        await expect
          .poll(() => events.filter((name) => name === BIN_ENTRIES_EVENT))
          .toHaveLength(count);
      }
    }
    for (const other of others) expect(await receiveEvents(other)).toEqual([]);
  });

  it('are notified when notifications are read on another device', async () => {
    const { user } = fixtures.farmer;
    const phone = await openWatcher(user);
    const token = await granary.createToken(user);
    await granary.call({ method: 'POST', url: '/api/notifications/read', token, body: {} });
    await expect.poll(() => phone.events).toEqual([NOTIFICATIONS_EVENT]);
  });

  it('are no longer notified after they lose access', async () => {
    const { farmer, distributor, otherDistributor } = fixtures;
    const [owner, formerDealer, newDealer] = [
      await openWatcher(farmer.user),
      await openWatcher(distributor),
      await openWatcher(otherDistributor),
    ];
    await granary.db
      .updateTable('users')
      .set({ distributorId: otherDistributor.id })
      .where('id', '=', farmer.user.id)
      .execute();
    await report(owner, 30);
    await expect.poll(() => newDealer.events).toContain(ALERTS_EVENT);
    expect(await receiveEvents(formerDealer)).toEqual([]);
    await granary.db
      .updateTable('sessions')
      .set({ revokedAt: new Date(granary.now()) })
      .where('userId', '=', otherDistributor.id)
      .execute();
    expect(await newDealer.browser.disconnected).toBe('io server disconnect');
    const before = newDealer.events.length;
    await report(owner, 20);
    expect(newDealer.events).toHaveLength(before);
  });
});
