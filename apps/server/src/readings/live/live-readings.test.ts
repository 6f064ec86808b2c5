import { HOUR, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addBin, type CustomerFixtures } from '../../../test/support/fixtures.ts';
import {
  type Browser,
  LiveTestServer,
  receivedReadings,
  WATCH_ALL_BINS,
  watch,
  watchRequest,
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
  it('is sent once, complete, to exactly those who may see it and watch it', async () => {
    const { farmer, sibling, neighbor, stranger, distributor, otherDistributor, admin } = fixtures;
    const mine = watchRequest(farmer.bin);
    const expected = [
      await live.openWatchingBrowser(farmer.user, mine),
      await live.openWatchingBrowser(farmer.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(distributor, WATCH_ALL_BINS),
      await live.openWatchingBrowser(distributor, mine),
      await live.openWatchingBrowser(admin, mine),
    ];
    const both = await live.openWatchingBrowser(farmer.user, WATCH_ALL_BINS);
    await watch(both, mine);
    const others = [
      await live.openWatchingBrowser(sibling.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(neighbor.user, WATCH_ALL_BINS),
      await live.openWatchingBrowser(stranger.user, watchRequest(stranger.bin)),
      await live.openWatchingBrowser(otherDistributor, WATCH_ALL_BINS),
      await live.openWatchingBrowser(admin, WATCH_ALL_BINS),
      await live.openWatchingBrowser(admin, watchRequest(neighbor.bin)),
      await live.openBrowser(farmer.user),
    ];
    const values = { humidity_readings: [[60, null], [55]], battery: 90, cable_ids: [11, 12] };
    const at = await live.report(farmer.bin, { ...values, co2: 640, level_sensor: 1200 });
    for (const browser of [...expected, both]) {
      await expect.poll(() => browser.events.length).toBe(1);
      const [reading] = await receivedReadings(browser);
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
    const fetched = await granary.call({ url, token: both.token });
    const fan = { attached: false, running: null, since: null };
    expect(both.events).toEqual([Object.assign({}, fetched.body.RESP_MSG, { fan_state: fan })]);
    for (const browser of others) expect(await receivedReadings(browser)).toEqual([]);
  });

  it('that is late or repeated is not sent', async () => {
    const { user, bin } = fixtures.neighbor;
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    const newest = await live.report(bin);
    const next = live.nextInstant();
    const instants = [newest - HOUR, newest, next];
    for (const at of instants) await live.publish(bin, { date_time: new Date(at).toISOString() });
    await expect.poll(() => browser.events.length).toBe(2);
    expect((await receivedReadings(browser)).map(({ at }) => at)).toEqual([newest, next]);
  });

  it('of a bin with manual fill has the fill level', async () => {
    const { user, bin } = fixtures.neighbor;
    const at = new Date(granary.now());
    const { db } = granary;
    await db.updateTable('bins').set({ size: 1000 }).where('id', '=', bin.id).execute();
    const loads = { binId: bin.id, type: 'load' as const, at, volume: 250 };
    await db.insertInto('binLoads').values(loads).execute();
    await sql`select pg_notify('bins_changed', '')`.execute(db);
    const browser = await live.openWatchingBrowser(user, WATCH_ALL_BINS);
    // Ingest receives the change a moment later.
    await expect
      .poll(async () => {
        await live.report(bin);
        return (await receivedReadings(browser)).at(-1)?.fillPercent;
      })
      .toBe(25);
  });
});

describe('a fan', () => {
  const SPEED = 2;
  const addFanBin = async (parts: Partial<NewBin>) =>
    addBin(granary.db, fixtures.farmer.farm.id, { fanAttached: true, ...parts });
  const listReceivedFans = async (browser: Browser) =>
    (await receivedReadings(browser)).map(({ fan }) => [fan.running, fan.since]);

  it('that its board switched is sent with the newest reading, at once', async () => {
    const bin = await addFanBin({});
    const browser = await live.openWatchingBrowser(fixtures.farmer.user, watchRequest(bin));
    const at = granary.now() - HOUR;
    const switchFan = (fan: string, later: number) =>
      live.send(bin, 'fan-data', { fan, date_time: new Date(at + later).toISOString() });
    await live.report(bin);
    await expect.poll(() => browser.events.length).toBe(1);
    await switchFan('off', 0);
    await expect.poll(() => browser.events.length).toBe(2);
    await switchFan('on', 90 * SECOND);
    await expect.poll(() => browser.events.length).toBe(3);
    const [reading, ...switched] = await receivedReadings(browser);
    for (const update of switched) expect(update).toEqual({ ...reading, fan: expect.anything() });
    expect((await listReceivedFans(browser)).slice(1)).toEqual([
      [false, at],
      [true, at + 90 * SECOND],
    ]);
  });

  it('follows the wind of each reading when that is measured', async () => {
    const bin = await addFanBin({ plenumSensorAttached: true, fanOnSpeed: SPEED });
    const browser = await live.openWatchingBrowser(fixtures.farmer.user, watchRequest(bin));
    await live.report(bin, { wind_speed: SPEED / 2 });
    await expect.poll(() => browser.events.length).toBe(1);
    await live.report(bin, { wind_speed: SPEED * 2 });
    await expect.poll(() => browser.events.length).toBe(2);
    expect(await listReceivedFans(browser)).toEqual([
      [false, null],
      [true, null],
    ]);
  });

  it('of a bin without a reading is not sent', async () => {
    const bin = await addFanBin({});
    const browser = await live.openWatchingBrowser(fixtures.farmer.user, WATCH_ALL_BINS);
    await live.send(bin, 'fan-data', {
      fan: 'on',
      date_time: new Date(granary.now()).toISOString(),
    });
    await live.reportTo(browser, fixtures.farmer.bin);
    expect((await receivedReadings(browser)).map(({ binId }) => binId)).toEqual([
      fixtures.farmer.bin.id,
    ]);
  });
});
