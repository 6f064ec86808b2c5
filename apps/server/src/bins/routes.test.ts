import { listedBin } from '@granary/contract/bins/http';
import { binSummary } from '@granary/contract/bins/lists';
import { summarizeBin } from '@granary/contract/bins/summarize-bin';
import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let token: string;
let farmId: number;

beforeAll(async () => {
  granary = await createTestApp();
});

beforeEach(async () => {
  const user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
  farmId = (await addFarm(granary.db, user.id, { timezone: 'America/Winnipeg' })).id;
});

afterAll(() => granary.dispose());

type Wire = Readonly<Record<string, unknown>>;

async function readBin({ id }: TestBin): Promise<Wire> {
  const response = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  expect(response.status).toBe(200);
  return response.body.RESP_MSG as Wire;
}

async function listBins(): Promise<Wire[]> {
  const response = await granary.call({ url: `/api/farm/getAllBins?farm_id=${farmId}`, token });
  return response.body.RESP_MSG as Wire[];
}

async function readListedBin({ id }: TestBin): Promise<Wire> {
  return (await listBins()).find((bin) => bin['id'] === String(id)) ?? {};
}

const getTimeAgo = (ago: number) => new Date(granary.now() - ago).toISOString();

/** Stores a report from a bin, a minute old by default. */
function report(testBin: TestBin, fields: Partial<Report> = {}): Promise<void> {
  const fullReport = { date_time: getTimeAgo(MINUTE), temp_reading: [[20, 21], [22]], ...fields };
  return storeReports(granary.db, testBin, [fullReport], granary.now());
}

describe("a farm's bins", () => {
  it('are listed by name, each with its newest reading', async () => {
    const binB = await addBin(granary.db, farmId, { name: 'B' });
    const binA = await addBin(granary.db, farmId, { name: 'A' });
    await addBin(granary.db, farmId, { name: 'gone', deletedAt: new Date(granary.now()) });
    await report(binA, { date_time: getTimeAgo(2 * HOUR), temp_reading: [[1]] });
    await report(binA, {
      temp_reading: [
        [20, -200],
        [null, 22.25],
      ],
      any_error: 1,
    });
    const bins = await listBins();
    expect(bins.map(({ id }) => id)).toEqual([String(binA.id), String(binB.id)]);
    expect(bins[0]?.['latest_reading']).toMatchObject({
      bin_sensor_id: String(binA.id),
      date_time: getTimeAgo(MINUTE),
      pageNo: 0,
      any_error: 1,
      temp_reading: [
        [20, -200],
        [-200, 22.25],
      ],
    });
    expect(bins[1]).toMatchObject({ latest_reading: null, trend: [], usual_interval_s: 3600 });
  });

  it('are limited to the first bins by name, in natural order, if a number is given', async () => {
    // More bins than are loaded at a time.
    const names = Array.from({ length: 101 }, (_, index) => (index % 2 ? 'Bin' : 'bin') + index);
    await Promise.all(names.toReversed().map((name) => addBin(granary.db, farmId, { name })));
    const listFirst = (count: number) =>
      granary.call({ url: `/api/farm/getAllBins?farm_id=${farmId}&first=${count}`, token });
    for (const count of [3, 1_000]) {
      const { body } = await listFirst(count);
      const listedNames = (body.RESP_MSG as Wire[]).map((bin) => bin['bin_name']);
      expect(listedNames).toEqual(names.slice(0, count));
    }
    expect((await listFirst(0)).status).toBe(422);
  });

  it("are the same in the list of all of a user's bins, and in the menu", async () => {
    const bin = await addBin(granary.db, farmId, { name: 'North' });
    const allBins = await granary.call({ url: '/api/board/getAllBinForAUser', token });
    expect(allBins.body.RESP_MSG).toEqual(await listBins());
    const menu = await granary.call({ url: '/api/board/getBinsMenu', token });
    expect(menu.body.RESP_MSG).toEqual([
      { id: String(bin.id), _id: String(bin.id), bin_name: 'North' },
    ]);
  });

  it('are summarized on request, from the same values as the complete list', async () => {
    const location = { lat: 49.18, lng: -97.94 };
    const binWithLocation = await addBin(granary.db, farmId, { name: 'A', ...location });
    await addBin(granary.db, farmId, { name: 'B' });
    const values = { temp_reading: [[20, 20, 20, 31]], humidity_readings: [[60, 61, 62, 63]] };
    await report(binWithLocation, values);
    const url = `/api/farm/getAllBins?farm_id=${farmId}`;
    const full = z.decode(z.array(listedBin), (await listBins()) as z.input<typeof listedBin>[]);
    const response = await granary.call({ url: `${url}&fields=summary`, token });
    const summaries = response.body.RESP_MSG as z.input<typeof binSummary>[];
    const decoded = z.decode(z.array(binSummary), summaries);
    expect(decoded).toEqual(full.map((bin) => summarizeBin(bin, granary.now())));
    expect(decoded.map(({ findings }) => findings[0]?.kind)).toEqual([undefined, 'never-read']);
    const ownBinsUrl = '/api/board/getAllBinForAUser?fields=summary';
    expect((await granary.call({ url: ownBinsUrl, token })).body.RESP_MSG).toEqual(summaries);
    const first = await granary.call({ url: `${url}&fields=summary&first=1`, token });
    expect(first.body.RESP_MSG).toEqual(summaries.slice(0, 1));
    const errors = [expect.objectContaining({ path: 'fields' })];
    for (const invalidFields of ['all', '', 'summary,id']) {
      const refused = await granary.call({ url: `${url}&fields=${invalidFields}`, token });
      expect(refused).toMatchObject({ status: 422, body: { errors } });
    }
  });

  it("have a trend of the hottest enabled sensor over the last eight days, in the farm's time zone", async () => {
    const bin = await addBin(granary.db, farmId);
    const db = granary.db;
    const sensor = { binId: bin.id, cable: 2, position: 1, status: 'disable' as const };
    await db.insertInto('sensorStatuses').values(sensor).execute();
    for (let day = 10; day >= 0; day--) {
      // 04:00 UTC is 11 p.m. the day before in Winnipeg.
      const date_time = new Date(Date.parse('2026-07-01T04:00:00Z') - day * DAY).toISOString();
      await report(bin, { date_time, temp_reading: [[10, 20 + day], [60]] });
    }
    const { trend } = await readListedBin(bin);
    expect(trend).toEqual(
      [7, 6, 5, 4, 3, 2, 1, 0].map((day) => ({
        day: new Date(Date.parse('2026-06-30') - day * DAY).toISOString().slice(0, 10),
        max: 20 + day,
      })),
    );
  });
});

describe('a bin', () => {
  it('is returned with all settings, with temperatures in °C regardless of its temperature unit', async () => {
    const bin = await addBin(granary.db, farmId, {
      temperatureUnit: 'f',
      fanAttached: true,
      fanMode: 'automatic',
      fanOnThreshold: 18.5,
      maxAmbientMoisture: 14,
      showsHumidity: true,
      size: 5000,
      version: 4,
    });
    await report(bin, { temp_reading: [[20.06]] });
    expect(await readBin(bin)).toMatchObject({
      id: String(bin.id),
      _id: String(bin.id),
      bin_sensor_id: String(bin.id),
      bin_topic: bin.mainBoardId,
      bin_number: 1,
      temp_unit: 'f',
      read_humidty: true,
      fan_automation: 'automatic',
      fan_on_threshold: 18.5,
      max_ambient_EMC: 14,
      min_ambient_EMC: null,
      fan_off_threshold: null,
      version: 4,
      farm_id: String(farmId),
      farms: { timezone: 'America/Winnipeg' },
    });
    expect(await readListedBin(bin)).toMatchObject({
      fan_automation: true,
      fan_mode: 'automatic',
      latest_reading: { temp_reading: [[20.06]] },
    });
  });

  it('has the usual interval: the median time between its last readings', async () => {
    const bin = await addBin(granary.db, farmId);
    for (const minutes of [100, 40, 30, 20, 10])
      await report(bin, { date_time: getTimeAgo(minutes * MINUTE) });
    expect(await readBin(bin)).toMatchObject({ usual_interval_s: 600 });
  });

  it('has no battery charge without a battery; 255 means full', async () => {
    const wiredBin = await addBin(granary.db, farmId, { batteryAttached: false });
    const batteryBin = await addBin(granary.db, farmId);
    for (const bin of [wiredBin, batteryBin]) await report(bin, { battery: 255 });
    expect(await readListedBin(wiredBin)).toMatchObject({ latest_reading: { battery: null } });
    expect(await readListedBin(batteryBin)).toMatchObject({ latest_reading: { battery: 100 } });
  });

  it('has the outdoor values that another bin on its farm measures', async () => {
    const { db } = granary;
    const [bin, ambientBin] = [await addBin(granary.db, farmId), await addBin(granary.db, farmId)];
    const outdoors = { channel_8_temperature: 11.5, channel_8_humidity: 70 };
    await report(ambientBin, outdoors);
    const updateFarm = (parts: { ambientSensorAttached?: boolean; ambientBinId?: number | null }) =>
      db.updateTable('farms').set(parts).where('id', '=', farmId).execute();
    expect(await readBin(bin)).toMatchObject({ ambient: null });
    await updateFarm({ ambientSensorAttached: true, ambientBinId: ambientBin.id });
    const ambient = { date_time: getTimeAgo(MINUTE), ...outdoors };
    expect(await readBin(bin)).toMatchObject({ ambient });
    expect(await readBin(ambientBin)).toMatchObject({ ambient });
    await updateFarm({ ambientSensorAttached: false });
    expect(await readBin(bin)).toMatchObject({ ambient: null });
    await updateFarm({ ambientSensorAttached: true });
    const deletedAt = new Date(granary.now());
    await db.updateTable('bins').set({ deletedAt }).where('id', '=', ambientBin.id).execute();
    expect(await readBin(bin)).toMatchObject({ ambient: null });
  });

  it('has no outdoor values if the outdoor sensor of its farm reports none', async () => {
    const ambientBin = await addBin(granary.db, farmId);
    await report(ambientBin);
    await granary.db
      .updateTable('farms')
      .set({ ambientSensorAttached: true, ambientBinId: ambientBin.id })
      .where('id', '=', farmId)
      .execute();
    expect(await readBin(ambientBin)).toMatchObject({ ambient: null });
  });
});

describe("a bin's fan", () => {
  const addFanEvent = (testBin: TestBin, isOn: boolean, ago: number) => {
    const at = new Date(granary.now() - ago);
    const event = { binId: testBin.id, at, sentAt: at, isOn };
    return granary.db.insertInto('fanEvents').values(event).execute();
  };

  const readFanState = async (bin: TestBin) => (await readBin(bin))['fan_state'] as Wire;

  it('has the state that the airflow in the plenum shows, if it is measured', async () => {
    const plenum = { fanAttached: true, plenumSensorAttached: true, fanOnSpeed: 3 };
    const bin = await addBin(granary.db, farmId, plenum);
    await addFanEvent(bin, true, HOUR);
    const isRunning = async (airflow: Partial<Report>, ago: number) => {
      await report(bin, { date_time: getTimeAgo(ago), ...airflow });
      return (await readFanState(bin))['running'];
    };
    expect(await isRunning({ wind_speed: 5 }, 9 * MINUTE)).toBe(true);
    expect(await isRunning({ wind_speed: 3 }, 8 * MINUTE)).toBe(false);
    expect(await isRunning({ wind_speed_plenum_2: 5 }, 7 * MINUTE)).toBe(true);
    expect(await isRunning({ wind_speed: 0.5, wind_speed_plenum_2: 5 }, 6 * MINUTE)).toBe(false);
    // Without a measurement, the last event from the board determines the state.
    expect(await isRunning({}, 5 * MINUTE)).toBe(true);
  });

  it("without an airflow measurement, has the state of its board's last event and the time that this state began", async () => {
    const bin = await addBin(granary.db, farmId, { fanAttached: true });
    expect(await readFanState(bin)).toMatchObject({ attached: true, running: null, since: null });
    await addFanEvent(bin, true, 5 * HOUR);
    await addFanEvent(bin, false, 4 * HOUR);
    await addFanEvent(bin, true, 3 * HOUR);
    await addFanEvent(bin, true, HOUR);
    // The board has not sent anything for hours, so the fan may have been switched since.
    expect(await readFanState(bin)).toMatchObject({ running: null, since: null });
    await report(bin, { date_time: getTimeAgo(2 * MINUTE) });
    const since = getTimeAgo(3 * HOUR);
    expect(await readFanState(bin)).toMatchObject({ running: true, since });
    await addFanEvent(bin, false, MINUTE);
    expect(await readFanState(bin)).toMatchObject({ running: false, since: getTimeAgo(MINUTE) });
  });

  it('has no state if the bin has no fan', async () => {
    const bin = await addBin(granary.db, farmId, { fanAttached: false, fanMode: 'automatic' });
    await addFanEvent(bin, true, HOUR);
    expect(await readFanState(bin)).toMatchObject({ attached: false, running: null });
    expect(await readListedBin(bin)).toMatchObject({ fan_automation: false });
  });
});

describe("a bin's fill level", () => {
  const addLedgerEntry = (testBin: TestBin, type: 'load' | 'unload', volume: number) =>
    granary.db
      .insertInto('binLoads')
      .values({ binId: testBin.id, type, volume, at: new Date(granary.now()) })
      .execute();

  it('with a manual ledger, is the total loaded minus the total unloaded', async () => {
    const bin = await addBin(granary.db, farmId, { size: 1000 });
    await report(bin, { level_sensor: 500 });
    expect(await readListedBin(bin)).toMatchObject({
      volume: null,
      latest_reading: { load_percent: 0 },
    });
    await addLedgerEntry(bin, 'load', 700.5);
    await addLedgerEntry(bin, 'unload', 200.2);
    expect(await readListedBin(bin)).toMatchObject({
      volume: 500.3,
      latest_reading: { load_percent: 50, level_known: true },
    });
  });

  it('has a quantity calculated from the unrounded percentage', async () => {
    const bin = await addBin(granary.db, farmId, { size: 13_800 });
    await report(bin);
    await addLedgerEntry(bin, 'load', 4350);
    expect(await readListedBin(bin)).toMatchObject({
      volume: 4350,
      latest_reading: { load_percent: 31.5, load_quantity: 4350 },
    });
  });

  it.each([
    ['siloscan max', 25],
    ['siloscan pro', 75],
  ] as const)('is measured by the radar: %s', async (loadMethod, load_percent) => {
    const radar = { loadMethod, levelSensorEmptyMm: 10_500, deadZoneMm: 500, size: 2000 };
    const bin = await addBin(granary.db, farmId, radar);
    await report(bin, { level_sensor: 7500 });
    expect(await readListedBin(bin)).toMatchObject({
      volume: load_percent * 20,
      latest_reading: { load_percent, level_known: true },
    });
  });

  it('is unknown, not zero, if a required setting or value is missing', async () => {
    const radar = { loadMethod: 'siloscan max' as const, size: 2000 };
    const bin = await addBin(granary.db, farmId, radar);
    await report(bin, { level_sensor: 7500 });
    const unknown = { volume: null, latest_reading: { load_percent: 0, level_known: false } };
    expect(await readListedBin(bin)).toMatchObject(unknown);
    const unmeasured = await addBin(granary.db, farmId, { ...radar, levelSensorEmptyMm: 9000 });
    await report(unmeasured);
    expect(await readListedBin(unmeasured)).toMatchObject(unknown);
  });
});

describe('the hot spot of a bin', () => {
  const hotTemperatures = [
    [12, 12, 12],
    [12, 12, 18],
    [12, 12, 12],
  ];
  const evenTemperatures = hotTemperatures.map(() => [12, 12, 12]);
  const cables = [{}, {}, {}];
  const formatLocalDaysAgo = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Winnipeg' }).format(
      granary.now() - days * DAY - MINUTE,
    );
  const reportDaysAgo = (bin: TestBin, daysAgo: number, temp_reading: number[][]) =>
    report(bin, { date_time: getTimeAgo(daysAgo * DAY + MINUTE), temp_reading });

  it('shows the day it began, in lists and in details', async () => {
    const bin = await addBin(granary.db, farmId, {}, cables);
    for (const before of [0, 1, 2]) await reportDaysAgo(bin, before, hotTemperatures);
    await reportDaysAgo(bin, 3, evenTemperatures);
    await reportDaysAgo(bin, 4, hotTemperatures);
    const since = { cable: 2, day: formatLocalDaysAgo(2), rate_per_day: 0 };
    expect(await readListedBin(bin)).toMatchObject({ hot_since: since });
    expect(await readBin(bin)).toMatchObject({ hot_since: since });
  });

  it('begins only once its sensor is under grain', async () => {
    const radar = { loadMethod: 'siloscan max' as const, levelSensorEmptyMm: 10_000 };
    const radarBin = await addBin(granary.db, farmId, radar, cables);
    const ledgerBin = await addBin(granary.db, farmId, { size: 1_000 }, cables);
    const load = (daysBefore: number, volume: number) => {
      const at = new Date(granary.now() - daysBefore * DAY);
      return { binId: ledgerBin.id, type: 'load' as const, at, volume };
    };
    await granary.db
      .insertInto('binLoads')
      .values([load(30, 10), load(1.5, 990)])
      .execute();
    const air = hotTemperatures.map((cable) => cable.map((value) => value + 20));
    for (const bin of [radarBin, ledgerBin]) {
      for (const before of [3, 2, 1, 0]) {
        const level_sensor = before < 2 ? 0 : 10_000;
        const at = { date_time: getTimeAgo(before * DAY + MINUTE), level_sensor };
        await report(bin, { ...at, temp_reading: before < 2 ? hotTemperatures : air });
      }
      // The day that the bin was filled has readings from both air and grain.
      const since = { cable: 2, day: formatLocalDaysAgo(0), rate_per_day: null };
      expect(await readListedBin(bin)).toMatchObject({ hot_since: since });
    }
  });

  it('has no start day after it ends; if it was there from the start, it began on the day of the first reading', async () => {
    const cooledBin = await addBin(granary.db, farmId, {}, cables);
    await reportDaysAgo(cooledBin, 1, hotTemperatures);
    await reportDaysAgo(cooledBin, 0, evenTemperatures);
    expect(await readBin(cooledBin)).toMatchObject({ hot_since: null });
    const alwaysHotBin = await addBin(granary.db, farmId, {}, cables);
    for (const before of [0, 1, 2]) await reportDaysAgo(alwaysHotBin, before, hotTemperatures);
    expect(await readBin(alwaysHotBin)).toMatchObject({
      hot_since: { cable: 2, day: formatLocalDaysAgo(2) },
    });
  });
});
