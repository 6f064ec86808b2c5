import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBin, addFarm, addUser, type TestBin } from '../../../test/support/fixtures.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, TEST_START, type TestApp } from '../../../test/support/test-app.ts';
import type { UserRow } from '../../platform/postgres/tables.ts';

let granary: TestApp;
let owner: UserRow;
let bin: TestBin;

const iso = (agoMs: number) => new Date(TEST_START - agoMs).toISOString();

const toUtc = (time = '') => new Date(time).toISOString();

beforeAll(async () => {
  granary = await createTestApp();
  owner = await addUser(granary.db, 'user');
  const farm = await addFarm(granary.db, owner.id, { timezone: 'America/Regina' });
  bin = await addBin(granary.db, farm.id, { crop: 'Wheat' });
  await storeReports(
    granary.db,
    bin,
    [
      { date_time: iso(3 * DAY), temp_reading: [[-5.25, -200], [7]], battery: 255 },
      { date_time: iso(2 * HOUR), temp_reading: [[1], [2, 3, 4]], humidity_readings: [[60], []] },
      { date_time: iso(HOUR), temp_reading: [[9]], co2: 500 },
    ],
    TEST_START,
  );
});

afterAll(() => granary.dispose());

async function exportReadings(from: string, to: string) {
  const token = await granary.createToken(owner);
  const url = `/api/board/exportReadings?bin_sensor_id=${bin.id}&from=${from}&to=${to}`;
  return granary.call({ url, token });
}

it('exports every reading of the period, oldest first, with a column for each sensor', async () => {
  const response = await exportReadings(iso(4 * DAY), iso(0));
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.text.startsWith('\ufeff')).toBe(true);
  const rows: Record<string, string>[] = parse(response.text, { columns: true, bom: true });
  expect(rows.map((row) => toUtc(row['date_time']))).toEqual([
    iso(3 * DAY),
    iso(2 * HOUR),
    iso(HOUR),
  ]);
  expect(Object.keys(rows[0] ?? {}).filter((name) => name.endsWith('_c'))).toEqual([
    'wind_temperature_c',
    'channel_8_temperature_c',
    'cable_1_sensor_1_temperature_c',
    'cable_1_sensor_2_temperature_c',
    'cable_2_sensor_1_temperature_c',
    'cable_2_sensor_2_temperature_c',
    'cable_2_sensor_3_temperature_c',
    'grain_average_temperature_c',
    'grain_max_temperature_c',
  ]);
  expect(rows[0]).toMatchObject({
    battery_percent: '100',
    co2_ppm: '',
    cable_1_sensor_1_temperature_c: '-5.25',
    cable_1_sensor_2_temperature_c: '',
    cable_2_sensor_1_temperature_c: '7',
    cable_2_sensor_2_temperature_c: '',
  });
  expect(rows[1]?.['cable_1_sensor_1_humidity_percent']).toBe('60');
  expect(Number(rows[1]?.['cable_1_sensor_1_moisture_percent'])).toBeGreaterThan(10);
  expect(rows[2]).toMatchObject({ co2_ppm: '500', cable_2_sensor_1_temperature_c: '' });
});

it('adds the unit to the heading of each column that has one', async () => {
  const [header = []]: string[][] = parse((await exportReadings(iso(DAY), iso(0))).text, {
    bom: true,
  });
  expect([...header.slice(0, 16), ...header.slice(-6)]).toEqual([
    'date_time',
    'battery_percent',
    'level_sensor_mm',
    'co2_ppm',
    'wind_speed_m_s',
    'wind_pressure_pa',
    'wind_speed_plenum_2_m_s',
    'wind_pressure_plenum_2_pa',
    'wind_temperature_c',
    'channel_8_temperature_c',
    'channel_8_humidity_percent',
    'pressure_X1',
    'pressure_X2',
    'cable_1_sensor_1_temperature_c',
    'cable_1_sensor_1_humidity_percent',
    'cable_1_sensor_1_moisture_percent',
    'fill_percent',
    'grain_average_temperature_c',
    'grain_max_temperature_c',
    'grain_average_humidity_percent',
    'grain_average_moisture_percent',
    'grain_max_moisture_percent',
  ]);
});

it('uses the fill level at each reading to determine which sensors are under grain', async () => {
  const radar = { loadMethod: 'siloscan pro' as const, levelSensorEmptyMm: 1_000 };
  const radarBin = await addBin(granary.db, bin.farmId, { ...radar, crop: 'Wheat' }, [{}]);
  const report = (ago: number, level_sensor: number) => ({
    date_time: iso(ago),
    level_sensor,
    temp_reading: [[30, 10]],
    humidity_readings: [[90, 60]],
  });
  const reports = [report(3 * HOUR, 0), report(2 * HOUR, 500), report(HOUR, 900)];
  await storeReports(granary.db, radarBin, reports, TEST_START);
  const token = await granary.createToken(owner);
  const query = `bin_sensor_id=${radarBin.id}&from=${iso(DAY)}&to=${iso(0)}`;
  const response = await granary.call({ url: `/api/board/exportReadings?${query}`, token });
  const rows: Record<string, string>[] = parse(response.text, { columns: true, bom: true });
  const getColumn = (name: string) => rows.map((row) => row[name]);
  expect(getColumn('fill_percent')).toEqual(['0', '50', '90']);
  expect(getColumn('grain_average_temperature_c')).toEqual(['', '10', '20']);
  expect(getColumn('grain_max_temperature_c')).toEqual(['', '10', '30']);
  expect(getColumn('grain_average_humidity_percent')).toEqual(['', '60', '75']);
  expect(rows[1]?.['grain_max_moisture_percent']).toBe(
    rows[1]?.['cable_1_sensor_2_moisture_percent'],
  );
  expect(getColumn('grain_average_moisture_percent')[0]).toBe('');
});

it('writes times in the time zone of the farm with their offset from UTC', async () => {
  const [, [time] = []]: string[][] = parse((await exportReadings(iso(DAY), iso(0))).text);
  expect(time).toBe('2026-07-01T04:00:00-06:00');
});

it('excludes the end of the period', async () => {
  const response = await exportReadings(iso(3 * DAY), iso(HOUR));
  const rows: string[][] = parse(response.text);
  expect(rows.slice(1).map(([at]) => toUtc(at))).toEqual([iso(3 * DAY), iso(2 * HOUR)]);
});

it('exports every reading exactly once when there are many', async () => {
  const binWithManyReadings = await addBin(granary.db, bin.farmId, { crop: null });
  const reportTimes = Array.from({ length: 250 }, (_, minute) => iso((250 - minute) * MINUTE));
  const reports = reportTimes.map((date_time) => ({ date_time, temp_reading: [[1]] }));
  await storeReports(granary.db, binWithManyReadings, reports, TEST_START);
  const token = await granary.createToken(owner);
  const query = `bin_sensor_id=${binWithManyReadings.id}&from=${iso(DAY)}&to=${iso(0)}`;
  const response = await granary.call({ url: `/api/board/exportReadings?${query}`, token });
  const rows: string[][] = parse(response.text);
  expect(rows.slice(1).map(([at]) => toUtc(at))).toEqual(reportTimes);
});

it('refuses a period that ends before it starts', async () => {
  const response = await exportReadings(iso(0), iso(HOUR));
  expect(response.status).toBe(422);
  expect(response.body.errors?.map(({ path }) => path)).toEqual(['to']);
});

it('refuses an export while the account has two other exports in progress', async () => {
  // Exports read the days table first, so they wait for this lock.
  const lock = await granary.db.startTransaction().execute();
  await sql`lock table days in access exclusive mode`.execute(lock);
  const pendingExports = [1, 2, 3].map(() => exportReadings(iso(DAY), iso(0)));
  const refusedResponse = await Promise.race(pendingExports);
  await lock.rollback().execute();
  expect(refusedResponse.status).toBe(429);
  expect(refusedResponse.headers['retry-after']).toBe('10');
  const statuses = (await Promise.all(pendingExports)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 429]);
  expect((await exportReadings(iso(DAY), iso(0))).status).toBe(200);
});
