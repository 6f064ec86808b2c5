import { HOUR, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addBin, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import {
  type Browser,
  createWatchRequest,
  getReceivedReadings,
  LiveTestServer,
  WATCH_ALL_BINS,
  watch,
} from '../../../test/support/live-test-server.ts';
import type { TestApp } from '../../../test/support/test-app.ts';
import type { NewBin } from '../../platform/postgres/tables.ts';

let live: LiveTestServer;
let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  live = await LiveTestServer.create();
  ({ granary, fixtures } = live);
});

afterEach(() => live.closeBrowsers());

afterAll(() => live.dispose());

describe('a reading', () => {
  it('is sent once and in full, only to connections that watch its bin and may see it', async () => {
    const { farmer, sibling, neighbor, stranger, distributor, otherDistributor, admin } = fixtures;
    const farmerRequest = createWatchRequest(farmer.bin);
    const expectedBrowsers = [
      await live.openWatchingBrowser(farmer.user, farmerRequest),
      await live.openWatchingBrowser(farmer.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(distributor, WATCH_ALL_BINS),
      await live.openWatchingBrowser(distributor, farmerRequest),
      await live.openWatchingBrowser(admin, farmerRequest),
    ];
    const doubleWatcher = await live.openWatchingBrowser(farmer.user, WATCH_ALL_BINS);
    await watch(doubleWatcher, farmerRequest);
    const otherBrowsers = [
      await live.openWatchingBrowser(sibling.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(neighbor.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(stranger.user, createWatchRequest(stranger.bin)),
      await live.openWatchingBrowser(otherDistributor, WATCH_ALL_BINS),
      await live.openWatchingBrowser(admin, WATCH_ALL_BINS),
      await live.openWatchingBrowser(admin, createWatchRequest(neighbor.bin)),
      await live.openBrowser(farmer.user),
    ];
    const values = { humidity_readings: [[60, null], [55]], battery: 90, cable_ids: [11, 12] };
    const at = await live.report(farmer.bin, { ...values, co2: 640, level_sensor: 1200 });
    for (const browser of [...expectedBrowsers, doubleWatcher]) {
      await expect.poll(() => browser.events.length).toBe(1);
      const [reading] = await getReceivedReadings(browser);
      expect(reading).toMatchObject({
        binId: farmer.bin.id,
        at,
        pageNo: 0,
        battery: 90,
        co2: 640,
        levelMm: 1200,
        temperatures: [[21.5, null], [22]],
        humidities: [[60, null], [55]],
        moistures: [[expect.any(Number), null], [expect.any(Number)]],
      });
    }
    const url = `/api/board/getSensorReading?bin_sensor_id=${farmer.bin.id}&page_no=0`;
    const response = await granary.call({ url, token: doubleWatcher.token });
    const fan = { attached: false, running: null, since: null };
    expect(doubleWatcher.events).toEqual([
      Object.assign({}, response.body.RESP_MSG, { fan_state: fan }),
    ]);
    for (const browser of otherBrowsers) expect(await getReceivedReadings(browser)).toEqual([]);
  });

  it('that is late or repeated is not sent', async () => {
    const { user, bin } = fixtures.neighbor;
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const newest = await live.report(bin);
    const nextTime = live.nextReadingTime();
    const times = [newest - HOUR, newest, nextTime];
    for (const at of times) await live.publish(bin, { date_time: new Date(at).toISOString() });
    await expect.poll(() => browser.events.length).toBe(2);
    expect((await getReceivedReadings(browser)).map(({ at }) => at)).toEqual([newest, nextTime]);
  });

  it('of a bin with a manual ledger has the fill level', async () => {
    const { user, bin } = fixtures.neighbor;
    const at = new Date(granary.now());
    const { db } = granary;
    await db.updateTable('bins').set({ size: 1000 }).where('id', '=', bin.id).execute();
    const load = { binId: bin.id, type: 'load' as const, at, volume: 250 };
    await db.insertInto('binLoads').values(load).execute();
    await sql`select pg_notify('bins_changed', '')`.execute(db);
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    // Ingest receives the change a moment later.
    await expect
      .poll(async () => {
        await live.report(bin);
        return (await getReceivedReadings(browser)).at(-1)?.fillPercent;
      })
      .toBe(25);
  });
});

describe('the state of a fan', () => {
  const SPEED = 2;
  const addFanBin = async (fields: Partial<NewBin>) =>
    addBin(granary.db, fixtures.farmer.farm.id, { fanAttached: true, ...fields });
  const listReceivedFans = async (browser: Browser) =>
    (await getReceivedReadings(browser)).map(({ fan }) => [fan.isRunning, fan.since]);

  it('is sent at once, with the newest reading, when its board reports a change', async () => {
    const bin = await addFanBin({});
    const browser = await live.openWatchingBrowser(fixtures.farmer.user, createWatchRequest(bin));
    const at = granary.now() - HOUR;
    const switchFan = (fan: string, delayMs: number) =>
      live.send(bin, 'fan-data', { fan, date_time: new Date(at + delayMs).toISOString() });
    await live.report(bin);
    await expect.poll(() => browser.events.length).toBe(1);
    await switchFan('off', 0);
    await expect.poll(() => browser.events.length).toBe(2);
    await switchFan('on', 90 * SECOND);
    await expect.poll(() => browser.events.length).toBe(3);
    const [reading, ...fanUpdates] = await getReceivedReadings(browser);
    for (const update of fanUpdates) expect(update).toEqual({ ...reading, fan: expect.anything() });
    expect((await listReceivedFans(browser)).slice(1)).toEqual([
      [false, at],
      [true, at + 90 * SECOND],
    ]);
  });

  it('follows the wind speed of each reading if it is measured', async () => {
    const bin = await addFanBin({ plenumSensorAttached: true, fanOnSpeed: SPEED });
    const browser = await live.openWatchingBrowser(fixtures.farmer.user, createWatchRequest(bin));
    await live.report(bin, { wind_speed: SPEED / 2 });
    await expect.poll(() => browser.events.length).toBe(1);
    await live.report(bin, { wind_speed: SPEED * 2 });
    await expect.poll(() => browser.events.length).toBe(2);
    expect(await listReceivedFans(browser)).toEqual([
      [false, null],
      [true, null],
    ]);
  });

  it('is not sent for a bin without a reading', async () => {
    const bin = await addFanBin({});
    const browser = await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS);
    await live.send(bin, 'fan-data', {
      fan: 'on',
      date_time: new Date(granary.now()).toISOString(),
    });
    await live.reportAndWait(browser, fixtures.farmer.bin);
    expect((await getReceivedReadings(browser)).map(({ binId }) => binId)).toEqual([
      fixtures.farmer.bin.id,
    ]);
  });
});
