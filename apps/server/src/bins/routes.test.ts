import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  token = await granary.tokenOf(user);
  farmId = (await addFarm(granary.db, user.id, { timezone: 'America/Winnipeg' })).id;
});

afterAll(() => granary.dispose());

type Wire = Readonly<Record<string, unknown>>;

async function bin({ id }: TestBin): Promise<Wire> {
  const answer = await granary.call({ url: `/api/board/getBinSensor?id=${id}`, token });
  expect(answer.status).toBe(200);
  return answer.body.RESP_MSG as Wire;
}

async function list(): Promise<Wire[]> {
  const answer = await granary.call({ url: `/api/farm/getAllBins?farm_id=${farmId}`, token });
  return answer.body.RESP_MSG as Wire[];
}

async function listed({ id }: TestBin): Promise<Wire> {
  return (await list()).find((one) => one['id'] === String(id)) ?? {};
}

const iso = (ago: number) => new Date(granary.now() - ago).toISOString();

/** Stores one report of a bin, a minute old unless it says else. */
function report(of: TestBin, parts: Partial<Report> = {}): Promise<void> {
  const whole = { date_time: iso(MINUTE), temp_reading: [[20, 21], [22]], ...parts };
  return storeReports(granary.db, of, [whole], granary.now());
}

describe("a farm's bins", () => {
  it('are listed by name, each with its newest reading', async () => {
    const late = await addBin(granary.db, farmId, { name: 'B' });
    const early = await addBin(granary.db, farmId, { name: 'A' });
    await addBin(granary.db, farmId, { name: 'gone', deletedAt: new Date(granary.now()) });
    await report(early, { date_time: iso(2 * HOUR), temp_reading: [[1]] });
    await report(early, {
      temp_reading: [
        [20, -200],
        [null, 22.25],
      ],
      any_error: 1,
    });
    const bins = await list();
    expect(bins.map(({ id }) => id)).toEqual([String(early.id), String(late.id)]);
    expect(bins[0]?.['latest_reading']).toMatchObject({
      ...{ bin_sensor_id: String(early.id), date_time: iso(MINUTE), pageNo: 0, any_error: 1 },
      temp_reading: [
        [20, -200],
        [-200, 22.25],
      ],
    });
    expect(bins[1]).toMatchObject({ latest_reading: null, trend: [], usual_interval_s: 3600 });
  });

  it('are the first so many by name, as a person counts, for whoever asks for so many', async () => {
    for (const name of ['Bin 10', 'Bin 9', 'bin 1', 'Bin 2'])
      await addBin(granary.db, farmId, { name });
    const url = `/api/farm/getAllBins?farm_id=${farmId}&first=3`;
    const { body } = await granary.call({ url, token });
    const names = (body.RESP_MSG as Wire[]).map((one) => one['bin_name']);
    expect(names).toEqual(['bin 1', 'Bin 2', 'Bin 9']);
    expect((await granary.call({ url: url.replace('=3', '=0'), token })).status).toBe(422);
  });

  it('are the same in the list of all one has, and in the menu', async () => {
    const one = await addBin(granary.db, farmId, { name: 'North' });
    const all = await granary.call({ url: '/api/board/getAllBinForAUser', token });
    expect(all.body.RESP_MSG).toEqual(await list());
    const menu = await granary.call({ url: '/api/board/getBinsMenu', token });
    expect(menu.body.RESP_MSG).toEqual([
      { id: String(one.id), _id: String(one.id), bin_name: 'North' },
    ]);
  });

  it('draw the hottest enabled sensor of their last eight days, by the days of the farm', async () => {
    const one = await addBin(granary.db, farmId);
    const db = granary.db;
    const sensor = { binId: one.id, cable: 2, position: 1, status: 'disable' as const };
    await db.insertInto('sensorStatuses').values(sensor).execute();
    for (let day = 10; day >= 0; day--) {
      // Four in the morning UTC is eleven at night in Winnipeg, of the day before.
      const date_time = new Date(Date.parse('2026-07-01T04:00:00Z') - day * DAY).toISOString();
      await report(one, { date_time, temp_reading: [[10, 20 + day], [60]] });
    }
    const { trend } = await listed(one);
    expect(trend).toEqual(
      [7, 6, 5, 4, 3, 2, 1, 0].map((day) => ({
        day: new Date(Date.parse('2026-06-30') - day * DAY).toISOString().slice(0, 10),
        max: 20 + day,
      })),
    );
  });
});

describe('a bin', () => {
  it('is shown whole, in °C whatever unit its people read', async () => {
    const one = await addBin(granary.db, farmId, {
      ...{ temperatureUnit: 'f', fanAttached: true, fanMode: 'automatic', fanOnThreshold: 18.5 },
      ...{ maxAmbientMoisture: 14, showsHumidity: true, size: 5000, version: 4 },
    });
    await report(one, { temp_reading: [[20.06]] });
    expect(await bin(one)).toMatchObject({
      ...{ id: String(one.id), _id: String(one.id), bin_sensor_id: String(one.id) },
      ...{ bin_topic: one.mainBoardId, bin_number: 1, temp_unit: 'f', read_humidty: true },
      ...{ fan_automation: 'automatic', fan_on_threshold: 18.5, max_ambient_EMC: 14 },
      ...{ min_ambient_EMC: null, fan_off_threshold: null, version: 4, farm_id: String(farmId) },
      farms: { timezone: 'America/Winnipeg' },
    });
    expect(await listed(one)).toMatchObject({
      ...{ fan_automation: true, fan_mode: 'automatic' },
      latest_reading: { temp_reading: [[20.06]] },
    });
  });

  it('tells how often it usually reports: the median of its last gaps', async () => {
    const one = await addBin(granary.db, farmId);
    for (const minutes of [100, 40, 30, 20, 10])
      await report(one, { date_time: iso(minutes * MINUTE) });
    expect(await bin(one)).toMatchObject({ usual_interval_s: 600 });
  });

  it('without a battery shows none; 255 of a battery is full', async () => {
    const mains = await addBin(granary.db, farmId, { batteryAttached: false });
    const battery = await addBin(granary.db, farmId);
    for (const one of [mains, battery]) await report(one, { battery: 255 });
    expect(await listed(mains)).toMatchObject({ latest_reading: { battery: null } });
    expect(await listed(battery)).toMatchObject({ latest_reading: { battery: 100 } });
  });

  it('shows the air outdoors that another bin of its farm measures', async () => {
    const { db } = granary;
    const [one, station] = [await addBin(granary.db, farmId), await addBin(granary.db, farmId)];
    await report(station, { channel_8_temperature: 11.5, channel_8_humidity: 70 });
    const attach = (parts: { ambientSensorAttached?: boolean; ambientBinId?: number | null }) =>
      db.updateTable('farms').set(parts).where('id', '=', farmId).execute();
    expect(await bin(one)).toMatchObject({ ambient: null });
    await attach({ ambientSensorAttached: true, ambientBinId: station.id });
    const ambient = { date_time: iso(MINUTE), channel_8_temperature: 11.5, channel_8_humidity: 70 };
    expect(await bin(one)).toMatchObject({ ambient });
    expect(await bin(station)).toMatchObject({ ambient });
    await attach({ ambientSensorAttached: false });
    expect(await bin(one)).toMatchObject({ ambient: null });
    await attach({ ambientSensorAttached: true });
    const deletedAt = new Date(granary.now());
    await db.updateTable('bins').set({ deletedAt }).where('id', '=', station.id).execute();
    expect(await bin(one)).toMatchObject({ ambient: null });
  });

  it('without outdoor values shows no air outdoors', async () => {
    const station = await addBin(granary.db, farmId);
    await report(station);
    await granary.db
      .updateTable('farms')
      .set({ ambientSensorAttached: true, ambientBinId: station.id })
      .where('id', '=', farmId)
      .execute();
    expect(await bin(station)).toMatchObject({ ambient: null });
  });
});

describe("a bin's fan", () => {
  const said = (of: TestBin, isOn: boolean, ago: number) => {
    const at = new Date(granary.now() - ago);
    const event = { binId: of.id, at, sentAt: at, isOn };
    return granary.db.insertInto('fanEvents').values(event).execute();
  };

  it('runs as the wind shows, where that is measured', async () => {
    const plenum = { fanAttached: true, plenumSensorAttached: true, fanOnSpeed: 3 };
    const one = await addBin(granary.db, farmId, plenum);
    await said(one, true, HOUR);
    const running = async (wind: Partial<Report>, ago: number) => {
      await report(one, { date_time: iso(ago), ...wind });
      return ((await bin(one))['fan_state'] as Wire)['running'];
    };
    expect(await running({ wind_speed: 5 }, 9 * MINUTE)).toBe(true);
    expect(await running({ wind_speed: 3 }, 8 * MINUTE)).toBe(false);
    expect(await running({ wind_speed_plenum_2: 5 }, 7 * MINUTE)).toBe(true);
    expect(await running({ wind_speed: 0.5, wind_speed_plenum_2: 5 }, 6 * MINUTE)).toBe(false);
    // Without a measurement the last word of the board counts.
    expect(await running({}, 5 * MINUTE)).toBe(true);
  });

  it('runs as its board said last, since it said so first', async () => {
    const one = await addBin(granary.db, farmId, { fanAttached: true });
    expect(await bin(one)).toMatchObject({
      fan_state: { attached: true, running: null, since: null },
    });
    await said(one, true, 5 * HOUR);
    await said(one, false, 4 * HOUR);
    await said(one, true, 3 * HOUR);
    await said(one, true, HOUR);
    expect(await bin(one)).toMatchObject({ fan_state: { running: true, since: iso(3 * HOUR) } });
    await said(one, false, MINUTE);
    expect(await bin(one)).toMatchObject({ fan_state: { running: false, since: iso(MINUTE) } });
  });

  it('does not run where there is none', async () => {
    const one = await addBin(granary.db, farmId, { fanAttached: false, fanMode: 'automatic' });
    await said(one, true, HOUR);
    expect(await bin(one)).toMatchObject({ fan_state: { attached: false, running: null } });
    expect(await listed(one)).toMatchObject({ fan_automation: false });
  });
});

describe("a bin's load", () => {
  const ledger = (of: TestBin, type: 'load' | 'unload', volume: number) =>
    granary.db
      .insertInto('binLoads')
      .values({ binId: of.id, type, volume, at: new Date(granary.now()) })
      .execute();

  it('is what was loaded less what was taken, where that is kept by hand', async () => {
    const one = await addBin(granary.db, farmId, { size: 1000 });
    await report(one, { level_sensor: 500 });
    expect(await listed(one)).toMatchObject({ volume: null, latest_reading: { load_percent: 0 } });
    await ledger(one, 'load', 700.5);
    await ledger(one, 'unload', 200.2);
    expect(await listed(one)).toMatchObject({
      ...{ volume: 500.3, latest_reading: { load_percent: 50, level_known: true } },
    });
  });

  it('is not rounded through its percent', async () => {
    const one = await addBin(granary.db, farmId, { size: 13_800 });
    await report(one);
    await ledger(one, 'load', 4350);
    expect(await listed(one)).toMatchObject({
      ...{ volume: 4350, latest_reading: { load_percent: 31.5, load_quantity: 4350 } },
    });
  });

  it.each([
    ['siloscan max', 25],
    ['siloscan pro', 75],
  ] as const)('is what the radar sees: %s', async (loadMethod, load_percent) => {
    const radar = { loadMethod, levelSensorEmptyMm: 10_500, deadZoneMm: 500, size: 2000 };
    const one = await addBin(granary.db, farmId, radar);
    await report(one, { level_sensor: 7500 });
    expect(await listed(one)).toMatchObject({
      ...{ volume: load_percent * 20, latest_reading: { load_percent, level_known: true } },
    });
  });

  it('is unknown, not empty, where something to know it by is missing', async () => {
    const radar = { loadMethod: 'siloscan max' as const, size: 2000 };
    const one = await addBin(granary.db, farmId, radar);
    await report(one, { level_sensor: 7500 });
    const unknown = { load_percent: 0, level_known: false };
    expect(await listed(one)).toMatchObject({ volume: null, latest_reading: unknown });
    const unread = await addBin(granary.db, farmId, { ...radar, levelSensorEmptyMm: 9000 });
    await report(unread);
    expect(await listed(unread)).toMatchObject({ volume: null, latest_reading: unknown });
  });
});

describe('the hot spot of a bin', () => {
  const hot = [
    [12, 12, 12],
    [12, 12, 18],
    [12, 12, 12],
  ];
  const even = hot.map(() => [12, 12, 12]);
  const cables = [{}, {}, {}];
  const dayAgo = (days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Winnipeg' }).format(
      granary.now() - days * DAY - MINUTE,
    );
  const on = (of: TestBin, daysBefore: number, temp_reading: readonly (readonly number[])[]) =>
    report(of, { date_time: iso(daysBefore * DAY + MINUTE), temp_reading });

  it('is told with the day since which its cable has one, in lists and alone', async () => {
    const one = await addBin(granary.db, farmId, {}, cables);
    for (const before of [0, 1, 2]) await on(one, before, hot);
    await on(one, 3, even);
    await on(one, 4, hot);
    const since = { cable: 2, day: dayAgo(2) };
    expect(await listed(one)).toMatchObject({ hot_since: since });
    expect(await bin(one)).toMatchObject({ hot_since: since });
  });

  it('has no day where there is none now, and the first where there always was one', async () => {
    const cool = await addBin(granary.db, farmId, {}, cables);
    await on(cool, 1, hot);
    await on(cool, 0, even);
    expect(await bin(cool)).toMatchObject({ hot_since: null });
    const always = await addBin(granary.db, farmId, {}, cables);
    for (const before of [0, 1, 2]) await on(always, before, hot);
    expect(await bin(always)).toMatchObject({ hot_since: { cable: 2, day: dayAgo(2) } });
  });
});
