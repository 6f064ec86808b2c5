import { CHART_RANGE_DAYS, getChartRecords } from '@granary/contract/readings/http';
import { DAY, HOUR, MINUTE, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp, type TestResponse } from '../../test/support/test-app.ts';

let granary: TestApp;
let token: string;
let farmId: number;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
  const user = await addUser(granary.db, 'user');
  token = await granary.createToken(user);
  farmId = (await addFarm(granary.db, user.id, { timezone: 'America/Winnipeg' })).id;
});

beforeEach(async () => {
  bin = await addBin(granary.db, farmId);
});

afterAll(() => granary.dispose());

type Wire = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, string | number>>;

const iso = (ago: number) => new Date(granary.now() - ago).toISOString();

function createReport(ago: number, fields: Partial<Report> = {}): Report {
  return { date_time: iso(ago), temp_reading: [[20], [22]], ...fields };
}

/** Creates an entry for the bin's ledger. */
const createLedgerEntry = (ago: number, type: 'load' | 'unload', volume: number) => ({
  binId: bin.id,
  type,
  volume,
  at: new Date(granary.now() - ago),
});

const store = (...reports: Report[]) => storeReports(granary.db, bin, reports, granary.now());

function callApi(endpoint: string, query: Query): Promise<TestResponse> {
  const parameters = new URLSearchParams({ bin_sensor_id: String(bin.id) });
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return granary.call({ url: `/api/board/${endpoint}?${parameters}`, token });
}

async function list(endpoint: string, query: Query) {
  const response = await callApi(endpoint, query);
  expect(response.status).toBe(200);
  return response.body.RESP_MSG as Wire[];
}

const listTimes = (records: readonly Wire[]) => records.map((record) => record['date_time']);

describe('a reading by its number', () => {
  it('is numbered from 0, newest first', async () => {
    await store(createReport(HOUR), createReport(3 * HOUR), createReport(2 * HOUR));
    for (const [number, hours] of [0, 1, 2].map((n) => [n, n + 1])) {
      const response = await callApi('getSensorReading', { page_no: number ?? 0 });
      expect(response.body.RESP_MSG).toMatchObject({
        date_time: iso((hours ?? 0) * HOUR),
        pageNo: number,
        bin_sensor_id: String(bin.id),
      });
    }
    const newest = (await callApi('getSensorReading', {})).body.RESP_MSG;
    expect(newest).toMatchObject({ date_time: iso(HOUR), pageNo: 0 });
  });

  it('has the fill from the ledger at that time if the bin uses a manual ledger; the newest reading has the current fill', async () => {
    await store(createReport(HOUR), createReport(3 * HOUR));
    const { db } = granary;
    const manual = { loadMethod: 'manual', size: 1000 } as const;
    await db.updateTable('bins').set(manual).where('id', '=', bin.id).execute();
    const loads = [
      createLedgerEntry(4 * HOUR, 'load', 200),
      createLedgerEntry(2 * HOUR, 'load', 100),
      createLedgerEntry(MINUTE, 'load', 50),
    ];
    await db.insertInto('binLoads').values(loads).execute();
    const findPercent = async (page_no: number) =>
      Object(await callApi('getSensorReading', { page_no })).body.RESP_MSG.load_percent;
    expect([await findPercent(0), await findPercent(1)]).toEqual([35, 20]);
    const [foundReading] = await list('getSensorReadingByFilters', { dateTime: iso(2 * HOUR) });
    expect(foundReading).toMatchObject({ load_percent: 20, level_known: true });
  });

  it('is not found past the oldest reading', async () => {
    await store(createReport(HOUR));
    const pastEnd = await callApi('getSensorReading', { page_no: 1 });
    expect(pastEnd).toMatchObject({
      status: 404,
      body: {
        RESP_CODE: 'INVALID_PAGE_NO',
        RESP_MSG: 'no more temperature readings for this bin...',
      },
    });
    expect((await callApi('getSensorReading', { page_no: 10_000_000 })).status).toBe(404);
    expect((await callApi('getSensorReading', { page_no: -1 })).status).toBe(422);
  });
});

describe('a reading by its time', () => {
  const findAt = async (ago: number) => list('getSensorReadingByFilters', { dateTime: iso(ago) });

  it('is the newest reading at or before that time, at most 24 hours older', async () => {
    await store(createReport(HOUR), createReport(50 * HOUR), createReport(51 * HOUR));
    expect(await findAt(0)).toMatchObject([{ date_time: iso(HOUR), pageNo: 0 }]);
    expect(await findAt(HOUR)).toMatchObject([{ pageNo: 0 }]);
    expect(await findAt(HOUR + 1)).toEqual([]);
    expect(await findAt(50 * HOUR)).toMatchObject([{ date_time: iso(50 * HOUR), pageNo: 1 }]);
    expect(await findAt(50 * HOUR + 1)).toMatchObject([{ date_time: iso(51 * HOUR), pageNo: 2 }]);
    expect(await findAt(26 * HOUR)).toMatchObject([{ pageNo: 1 }]);
    expect(await findAt(26 * HOUR - 1)).toEqual([]);
    expect(await findAt(52 * HOUR)).toEqual([]);
  });

  it('can be requested in any time zone', async () => {
    await store(createReport(HOUR));
    const dateTime = '2026-07-01T06:30:00-05:00';
    expect(await list('getSensorReadingByFilters', { dateTime })).toMatchObject([
      { date_time: '2026-07-01T11:00:00.000Z' },
    ]);
    for (const invalidTime of ['2026-07-01', 'yesterday', '2026-07-01T06:30:00', '1782907200000']) {
      const response = await callApi('getSensorReadingByFilters', { dateTime: invalidTime });
      expect(response.body, invalidTime).toMatchObject({ errors: [{ path: 'dateTime' }] });
    }
  });
});

describe('the response for a reading', () => {
  it('marks a sensor without a temperature with -200, and has null for other values that were not measured', async () => {
    const values = {
      temp_reading: [[20.004, null, -200, 85, -50.01, 84.99, -50], []],
      humidity_readings: [[60, 101, -1, null, 0, 100], []],
    };
    await store(createReport(HOUR, values));
    expect((await callApi('getSensorReading', {})).body.RESP_MSG).toMatchObject({
      temp_reading: [[20, -200, -200, -200, -200, 84.99, -50], []],
      humidity_readings: [[60, null, null, null, 0, 100, null], []],
      co2: null,
      level_sensor: null,
      channel_8_temperature: null,
      any_error: 0,
      load_percent: 0,
      level_known: false,
      channel_8_humidity_converted: null,
      pressure_cables: { X1: null, X2: null },
    });
  });

  it('has the averages of the measured values', async () => {
    const values = { temp_reading: [[10, -200, 85], [15.01]], humidity_readings: [[50, 0, 70]] };
    await store(createReport(HOUR, values));
    const expected = { average_temp_reading: 12.51, average_humidity_reading: 60 };
    expect((await callApi('getSensorReading', {})).body.RESP_MSG).toMatchObject(expected);
  });

  it('has the moisture for the crop at that time, and its source', async () => {
    const corn = await addBin(granary.db, farmId, { crop: 'Corn' }, [{}, { crop: 'Peas' }]);
    bin = corn;
    const values = { temp_reading: [[25], [25]], humidity_readings: [[70], [70]] };
    const fromAt = new Date(granary.now() - 2 * DAY);
    const canola = { binId: bin.id, cable: 0, fromAt, crop: 'Canola', moistureSource: null };
    await granary.db.insertInto('cropPeriods').values(canola).execute();
    await store(createReport(HOUR, values), createReport(3 * DAY, values));
    const [newestBody, earlierBody] = [0, 1].map(
      async (page_no) => (await callApi('getSensorReading', { page_no })).body,
    );
    expect((await newestBody)?.RESP_MSG).toMatchObject({ moisture_reading: [[null], [null]] });
    // Yellow corn at 25 °C and 70 % relative humidity: 13.9 % moisture by ASAE D245.6.
    expect((await earlierBody)?.RESP_MSG).toMatchObject({
      moisture_reading: [[expect.closeTo(13.9, 0)], [null]],
      moisture_sources: [expect.stringMatching(/corn/), null],
    });
  });

  it('leaves out a removed cable, and indicates that the board still reports it', async () => {
    await store(createReport(HOUR, { cable_ids: [11, 12], temp_reading: [[10], [30]] }));
    const { db } = granary;
    const changes = { removedCables: [2] };
    await db.updateTable('bins').set(changes).where('id', '=', bin.id).execute();
    await db.deleteFrom('cables').where('binId', '=', bin.id).where('cable', '=', 2).execute();
    const responseBody = (await callApi('getSensorReading', {})).body.RESP_MSG;
    expect(responseBody).toMatchObject({ average_temp_reading: 10, cable_ids_differ: true });
    expect(responseBody).toMatchObject({ cable_names: [{ cable: 1 }] });
  });

  it("indicates when the board's cables differ from the bin's", async () => {
    const getReadingWithCables = async (cable_ids: number[]) => {
      await store(createReport(HOUR - cable_ids.length, { cable_ids }));
      return Object((await callApi('getSensorReading', {})).body.RESP_MSG);
    };
    expect((await getReadingWithCables([11])).cable_ids_differ).toBe(false);
    const reorderedReading = await getReadingWithCables([12, 11]);
    expect(reorderedReading.cable_ids_differ).toBe(true);
    expect(reorderedReading.cable_names.map((cable: Wire) => cable['cable_id'])).toEqual([11, 12]);
    const extendedReading = await getReadingWithCables([11, -1, 40]);
    expect(extendedReading).toMatchObject({ cable_ids: [11, -1, 40], cable_ids_differ: false });
    const cable_ids = [11, 12, 40];
    await store(createReport(HOUR - 9, { cable_ids, temp_reading: [[1], [2], [3, 4]] }));
    expect((await callApi('getSensorReading', {})).body.RESP_MSG).toMatchObject({
      cable_names: [{ cable: 1 }, { cable: 2 }, { cable: 3, cable_id: 40, cable_name: '' }],
      cables_information: { '11': { sensor_positions: [1] }, '12': { sensor_positions: [1] } },
    });
  });
});

describe('the chart', () => {
  const listChart = (days: number, page_no = 1) => list('sensorMinMaxReading', { days, page_no });

  it('has a record for each reading for ranges up to 30 days, newest first', async () => {
    const ages = [31 * DAY, 30 * DAY, 8 * DAY, 2 * DAY, 20 * HOUR, 0];
    await store(...ages.map((age) => createReport(age)));
    const times = (...ages: number[]) => ages.map((ago) => iso(ago));
    expect(listTimes(await listChart(1))).toEqual(times(0, 20 * HOUR));
    expect(listTimes(await listChart(7))).toEqual(times(0, 20 * HOUR, 2 * DAY));
    expect(listTimes(await listChart(30))).toEqual(times(0, 20 * HOUR, 2 * DAY, 8 * DAY, 30 * DAY));
    expect(await listChart(30, 2)).toEqual([]);
    expect(listTimes(await list('sensorMinMaxReading', {}))).toEqual(times(0, 20 * HOUR));
  });

  it('shows readings with timestamps slightly in the future', async () => {
    await store(createReport(-9 * MINUTE));
    expect(listTimes(await listChart(1))).toEqual([iso(-9 * MINUTE)]);
  });

  it('has the extremes of each cable, and the scalars', async () => {
    const values = { temp_reading: [[20, 25, -200], [null]], humidity_readings: [[60, 70], [50]] };
    const plenum = { wind_speed: 1.5, wind_pressure: 20, wind_temperature: 9.5 };
    const outdoors = { channel_8_temperature: 4.25, channel_8_humidity: 81.5 };
    const scalars = { co2: 650, battery: 70, level_sensor: 900, ...plenum, ...outdoors };
    await store(createReport(HOUR, { ...values, ...scalars }));
    const expected = {
      min_temp: [20, null],
      max_temp: [25, null],
      min_humidity: [60, 50],
      max_humidity: [70, 50],
      humidity_reading: 60,
      ...scalars,
    };
    expect(await listChart(1)).toMatchObject([expected]);
    expect(await listChart(182)).toMatchObject([expected]);
  });

  it.each([
    ['siloscan max', { levelSensorEmptyMm: 5000, deadZoneMm: 1000 }, [75, 50, null]],
    ['siloscan pro', { levelSensorEmptyMm: 5000, deadZoneMm: 1000 }, [25, 50, null]],
    ['siloscan pro', { levelSensorEmptyMm: null }, [null, null, null]],
    ['pressure cable', { pressureY1: 8, pressureY2: 4 }, [75, 31.3, null]],
    ['manual', { size: 400 }, [75, 100, null]],
    ['manual', { size: null }, [null, null, null]],
  ] as const)(
    'shows the fill at each reading with the load method %s and the settings %j',
    async (method, settings, expected) => {
      const { db } = granary;
      const changes = { loadMethod: method, ...settings };
      await db.updateTable('bins').set(changes).where('id', '=', bin.id).execute();
      const entries = [
        createLedgerEntry(HOUR / 2, 'load', 50),
        createLedgerEntry(DAY, 'unload', 100),
        createLedgerEntry(3 * DAY, 'load', 300),
        createLedgerEntry(3 * DAY, 'load', 100),
      ];
      await db.insertInto('binLoads').values(entries).execute();
      const readings = [
        { level_sensor: 1000, pressure_cables: { X1: 8, X2: 2 } },
        { level_sensor: 2000, pressure_cables: { X1: 3, X2: 1 } },
        {},
      ];
      await store(...readings.map((fields, index) => createReport(HOUR + 2 * index * DAY, fields)));
      for (const days of [7, 182]) {
        expect((await listChart(days)).map(({ load_percent }) => load_percent)).toEqual(expected);
      }
    },
  );

  it('has a record for each local day for ranges over 30 days', async () => {
    // Winnipeg is five hours behind UTC in summer: its June 30 ends at 05:00 UTC.
    const hours = [1, 3, 6.5, 7.5, 24, 31.5];
    await store(...hours.map((h) => createReport(h * HOUR, { temp_reading: [[h], [40 - h]] })));
    const records = await listChart(182);
    expect(
      records.map(({ date_time, min_temp, max_temp }) => [date_time, min_temp, max_temp]),
    ).toEqual([
      [iso(HOUR), [1, 33.5], [6.5, 39]],
      [iso(7.5 * HOUR), [7.5, 16], [24, 32.5]],
      [iso(31.5 * HOUR), [31.5, 8.5], [31.5, 8.5]],
    ]);
    expect(records.map(({ date }) => date)).toEqual(['2026-07-01', '2026-06-30', '2026-06-29']);
    expect(records.map(({ readings }) => readings)).toEqual([3, 2, 1]);
    expect([await listChart(365), await listChart(365, 2)]).toEqual([records, []]);
    expect(() => getChartRecords.response.parse(records)).not.toThrow();
  });

  it('by day covers the whole range', async () => {
    await store(...[0, 181, 183, 364, 366].map((days) => createReport(days * DAY + HOUR)));
    expect(listTimes(await listChart(182))).toEqual([0, 181].map((days) => iso(days * DAY + HOUR)));
    expect(listTimes(await listChart(365))).toHaveLength(4);
  });

  it.each([null, 'Mars/Olympus_Mons'])('by day works if the time zone is %s', async (zone) => {
    await store(...[0, 181, 183].map((days) => createReport(days * DAY + HOUR)));
    const { db } = granary;
    await db.updateTable('latest').set({ daysZone: zone }).where('binId', '=', bin.id).execute();
    expect(listTimes(await listChart(182))).toEqual([0, 181].map((days) => iso(days * DAY + HOUR)));
  });

  it('accepts only the ranges that the web app offers', async () => {
    for (const days of CHART_RANGE_DAYS) expect(await listChart(days)).toEqual([]);
    for (const days of [0, 2, -1, 366, 1.5, 'all']) {
      const response = await callApi('sensorMinMaxReading', { days });
      expect(response.body, String(days)).toMatchObject({ errors: [{ path: 'days' }] });
    }
    expect((await callApi('sensorMinMaxReading', { page_no: 0 })).status).toBe(422);
  });

  it('leaves out a sensor as soon as it is disabled', async () => {
    const values = { temp_reading: [[20, 70], [22]], humidity_readings: [[50, 90], []] };
    await store(createReport(HOUR, values));
    const url = `/api/board/sensor/${bin.id}/11/2`;
    await granary.call({ method: 'POST', url, token, body: { sensorStatus: 'disable' } });
    for (const days of [1, 182]) {
      expect(await listChart(days)).toMatchObject([{ max_temp: [20, 22], humidity_reading: 50 }]);
    }
  });
});

describe('daily readings', () => {
  const listDays = (from: string, to: string) => list('dailyReadings', { from, to });

  it('have the extremes of each sensor, oldest first, in the time zone of the farm', async () => {
    await store(
      createReport(HOUR, { temp_reading: [[20, 30], [5]], humidity_readings: [[60, 70], [50]] }),
      createReport(2 * HOUR, { temp_reading: [[22, 85], [4]], humidity_readings: [[55, 71], []] }),
      createReport(8 * HOUR, { temp_reading: [[1]] }),
    );
    const noHumidity = { min_humidity: [[null]], max_humidity: [[null]] };
    expect(await listDays('2026-06-01', '2026-07-01')).toEqual([
      { date: '2026-06-30', readings: 1, min_temp: [[1]], max_temp: [[1]], ...noHumidity },
      {
        date: '2026-07-01',
        readings: 2,
        min_temp: [[20, 30], [4]],
        max_temp: [[22, 30], [5]],
        min_humidity: [[55, 70], [50]],
        max_humidity: [[60, 71], [50]],
      },
    ]);
    expect(await listDays('2026-07-01', '2026-07-01')).toHaveLength(1);
    expect(await listDays('2026-07-02', '2026-12-31')).toEqual([]);
    expect(await listDays('2026-07-01', '2026-06-01')).toEqual([]);
  });

  it.each([
    ['2026-02-30', '2026-07-01', ['from']],
    ['2026-07-01', '2026-13-01', ['to']],
    ['0000-01-01', '2026-7-1', ['from', 'to']],
    ['0000-01-01', '2026-02-29', ['from', 'to']],
    ['', '2026-07-01', ['from']],
  ])('require valid calendar dates; %s to %s is rejected', async (from, to, paths) => {
    const response = await callApi('dailyReadings', { from, to });
    expect(response.status).toBe(422);
    expect(response.body.errors?.map(({ path }) => path)).toEqual(paths);
  });

  it('can include a leap day, or be in the distant past or future', async () => {
    await store(createReport(HOUR));
    expect(await listDays('2024-02-29', '2024-03-01')).toHaveLength(0);
    expect(await listDays('9999-01-01', '9999-12-31')).toHaveLength(0);
    expect(await listDays('0001-01-01', '0001-12-31')).toHaveLength(0);
  });

  it('are limited to 400 days per request', async () => {
    await store(createReport(HOUR));
    expect(await listDays('2025-05-28', '2026-07-01')).toHaveLength(1);
    const response = await callApi('dailyReadings', { from: '2025-05-27', to: '2026-07-01' });
    expect(response.status).toBe(422);
    expect(response.body.errors?.map(({ path }) => path)).toEqual(['to']);
  });
});

describe('late and repeated readings', () => {
  it('appear once, newest first', async () => {
    await store(createReport(HOUR), createReport(3 * HOUR));
    const repeatedReport = createReport(HOUR, { temp_reading: [[99]] });
    await store(createReport(2 * HOUR), repeatedReport, createReport(4 * HOUR + SECOND));
    const chart = await list('sensorMinMaxReading', { days: 1 });
    const times = [1, 2, 3].map((h) => iso(h * HOUR));
    expect(listTimes(chart)).toEqual([...times, iso(4 * HOUR + SECOND)]);
    expect(chart[0]).toMatchObject({ max_temp: [20, 22] });
  });
});
