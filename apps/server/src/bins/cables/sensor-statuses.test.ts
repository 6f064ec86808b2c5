import { DAY, HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../../test/support/fixtures.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let token: string;
let bin: TestBin;

/** Cable 1 (address 11) has sensor 1 at the top; cable 2 (address 12) has it at the bottom. */
const TEMPERATURES = [
  [10, 20, 30],
  [40, 50],
];

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  token = await granary.createToken(fixtures.farmer.user);
});

beforeEach(async () => {
  bin = await addBin(granary.db, fixtures.farmer.farm.id, {}, [{ flip: false }, { flip: true }]);
  const reports = [0, 1, 2].map((days) => ({
    date_time: new Date(granary.now() - HOUR - days * DAY).toISOString(),
    temp_reading: TEMPERATURES,
    humidity_readings: [
      [50, 60, 70],
      [80, 90],
    ],
  }));
  await storeReports(granary.db, bin, reports, granary.now());
});

afterAll(() => granary.dispose());

async function post(path: string, body?: Record<string, unknown>) {
  return granary.call({ method: 'POST', url: `/api/board/${path}`, token, body });
}

const setStatus = (sensorPath: string, sensorStatus: string, above?: boolean) =>
  post(`sensor/${bin.id}/${sensorPath}`, {
    sensorStatus,
    ...(above === undefined ? {} : { above }),
  });

async function readStatuses(): Promise<unknown> {
  const response = await granary.call({ url: `/api/board/getBinSensor?id=${bin.id}`, token });
  return Object(response.body.RESP_MSG).sensors_information;
}

/** The daily extremes, which are the same for the three stored days. */
async function readDailyExtremes(): Promise<Record<string, unknown>> {
  const url = `/api/board/sensorMinMaxReading?bin_sensor_id=${bin.id}&days=182`;
  const records = (await granary.call({ url, token })).body.RESP_MSG as Record<string, unknown>[];
  expect(records).toHaveLength(3);
  const extremes = records.map(({ date_time: _, date: __, ...rest }) => rest);
  expect(extremes[1]).toEqual(extremes[0]);
  expect(extremes[2]).toEqual(extremes[0]);
  return extremes[0] ?? {};
}

describe('a cable that is not set up', () => {
  it('accepts sensor statuses after its first reading, addressed by its number if its address is unreadable', async () => {
    bin = await addBin(granary.db, fixtures.farmer.farm.id, {}, []);
    const report = { date_time: new Date(granary.now()).toISOString(), temp_reading: TEMPERATURES };
    const cable_ids = [-1, -1, 7];
    const temp_reading = [...TEMPERATURES, [10]];
    await storeReports(granary.db, bin, [{ ...report, temp_reading, cable_ids }], granary.now());
    const unreadable = { sensorStatus: 'mute', cable: 2 };
    expect((await post(`sensor/${bin.id}/-1/2`, unreadable)).status).toBe(200);
    expect((await setStatus('7/1', 'disable')).status).toBe(200);
    expect(await readStatuses()).toEqual({
      'cable-2': { 2: { sensorStatus: 'mute' } },
      7: { 1: { sensorStatus: 'disable' } },
    });
    const thirdCableBody = { sensorStatus: 'mute', cable: 3 };
    expect((await post(`sensor/${bin.id}/-1/2`, thirdCableBody)).status).toBe(404);
  });
});

describe('a status for an unknown sensor', () => {
  it('is refused with a reason if the bin has no readings', async () => {
    bin = await addBin(granary.db, fixtures.farmer.farm.id);
    const response = await post(`allSensors/${bin.id}/mute`);
    expect([response.status, response.body.RESP_MSG]).toEqual([
      404,
      'This bin has no readings yet, so its sensors are unknown.',
    ]);
  });

  it('is refused if the cable now has a different address', async () => {
    const secondCableBody = { sensorStatus: 'mute', cable: 2 };
    expect((await post(`sensor/${bin.id}/11/1`, secondCableBody)).status).toBe(404);
    expect((await post(`sensor/${bin.id}/12/1`, secondCableBody)).status).toBe(200);
  });
});

describe('a change to statuses', () => {
  it('is recorded in the audit log for each sensor whose status changes', async () => {
    await setStatus('11/2', 'mute', true);
    await setStatus('11/2', 'mute', true);
    await setStatus('11/1', 'disable');
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select(['actorId', 'act', 'subject', 'changes'])
      .where('subjectId', '=', String(bin.id))
      .orderBy('id')
      .execute();
    const entryFields = { actorId: fixtures.farmer.user.id, act: 'changed', subject: 'bin' };
    const createChange = (place: string, before: string, after: string) => ({
      field: `sensorStatus ${place}`,
      before,
      after,
    });
    expect(entries).toEqual([
      {
        ...entryFields,
        changes: [createChange('1:1', 'unmute', 'mute'), createChange('1:2', 'unmute', 'mute')],
      },
      { ...entryFields, changes: [createChange('1:1', 'mute', 'disable')] },
    ]);
  });
});

async function readLatest(): Promise<Record<string, unknown>> {
  const url = `/api/board/getSensorReading?bin_sensor_id=${bin.id}`;
  return (await granary.call({ url, token })).body.RESP_MSG as Record<string, unknown>;
}

const toStatus = (sensorStatus: string) => ({ sensorStatus });

describe("a sensor's status", () => {
  it('is set, changed and reset', async () => {
    expect(await readStatuses()).toEqual({});
    const response = await setStatus('11/2', 'mute');
    expect(response).toMatchObject({
      status: 200,
      body: { RESP_MSG: 'Sensors have been successfully updated.' },
    });
    expect(await readStatuses()).toEqual({ '11': { '2': toStatus('mute') } });
    await setStatus('11/2', 'disable');
    await setStatus('12/1', 'mute');
    expect(await readStatuses()).toEqual({
      '11': { '2': toStatus('disable') },
      '12': { '1': toStatus('mute') },
    });
    await setStatus('11/2', 'unmute');
    await setStatus('11/3', 'unmute');
    expect(await readStatuses()).toEqual({ '12': { '1': toStatus('mute') } });
  });

  it('can also be set for all sensors above it, on top-down and bottom-up cables', async () => {
    await setStatus('11/2', 'mute', true);
    expect(await readStatuses()).toEqual({
      '11': { '1': toStatus('mute'), '2': toStatus('mute') },
    });
    await setStatus('12/1', 'disable', true);
    expect(await readStatuses()).toMatchObject({
      '12': { '1': toStatus('disable'), '2': toStatus('disable') },
    });
    await setStatus('12/2', 'unmute', true);
    expect(await readStatuses()).toMatchObject({ '12': { '1': toStatus('disable') } });
    await setStatus('12/1', 'unmute', false);
    expect(Object(await readStatuses())['12']).toBeUndefined();
  });

  it('is set for several sensors of a cable in one call, all or nothing', async () => {
    const mute = { sensorStatus: 'mute' };
    expect((await post(`sensor/${bin.id}/11/3`, { ...mute, positions: [1, 3] })).status).toBe(200);
    const both = { '1': toStatus('mute'), '3': toStatus('mute') };
    expect(await readStatuses()).toEqual({ '11': both });
    expect((await post(`sensor/${bin.id}/12/1`, { ...mute, positions: [2, 3] })).status).toBe(404);
    expect((await post(`sensor/${bin.id}/12/1`, { ...mute, positions: [0] })).status).toBe(422);
    expect(await readStatuses()).toEqual({ '11': both });
    const entries = await granary.db
      .selectFrom('auditEntries')
      .select('changes')
      .where('subjectId', '=', String(bin.id))
      .execute();
    expect(entries.map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['sensorStatus 1:3', 'sensorStatus 1:1'],
    ]);
  });

  it('is set for all sensors of a bin', async () => {
    await post(`allSensors/${bin.id}/mute`);
    expect(await readStatuses()).toEqual({
      '11': { '1': toStatus('mute'), '2': toStatus('mute'), '3': toStatus('mute') },
      '12': { '1': toStatus('mute'), '2': toStatus('mute') },
    });
    await post(`allSensors/${bin.id}/unmute`);
    expect(await readStatuses()).toEqual({});
  });

  it('is reset with all others, even if the sensor is no longer reported', async () => {
    const { db } = granary;
    const oldStatus = { binId: bin.id, cable: 1, position: 9, status: 'disable' as const };
    await db.insertInto('sensorStatuses').values(oldStatus).execute();
    await post(`allSensors/${bin.id}/unmute`);
    expect(await readStatuses()).toEqual({});
  });

  it('stays with its cable when the address changes', async () => {
    await setStatus('11/2', 'disable');
    const { db } = granary;
    await db
      .updateTable('cables')
      .set({ cableId: 77 })
      .where('binId', '=', bin.id)
      .where('cable', '=', 1)
      .execute();
    expect(await readStatuses()).toEqual({ '77': { '2': toStatus('disable') } });
    expect((await setStatus('11/2', 'unmute')).status).toBe(404);
    expect((await setStatus('77/2', 'unmute')).status).toBe(200);
  });

  it.each(['13/1', '11/4', '12/3', '11/64', '-1/1', '0/1', '254/1'])(
    'is not set for an unknown sensor: %s',
    async (place) => {
      for (const above of [false, true]) {
        expect(await setStatus(place, 'disable', above)).toMatchObject({
          status: 404,
          body: { RESP_CODE: 'NOT_FOUND', RESP_MSG: 'Not found.' },
        });
      }
      expect(await readStatuses()).toEqual({});
    },
  );

  it('is not set before the first reading of the bin', async () => {
    bin = await addBin(granary.db, fixtures.farmer.farm.id);
    expect((await setStatus('11/1', 'mute')).status).toBe(404);
    expect((await post(`allSensors/${bin.id}/mute`)).status).toBe(404);
  });

  it('is never changed in another bin, even if the body names that bin', async () => {
    const other = fixtures.neighbor.bin;
    const otherBinFields = { binId: other.id, bin_sensor_id: other.id, cable: 2, id: other.id };
    const refused = await post(`sensor/${bin.id}/11/1`, {
      sensorStatus: 'mute',
      ...otherBinFields,
    });
    expect(refused.status).toBe(422);
    expect(await readStatuses()).toEqual({});
    expect((await post(`sensor/${bin.id}/11/1`, { sensorStatus: 'mute' })).status).toBe(200);
    const rows = await granary.db.selectFrom('sensorStatuses').selectAll().execute();
    expect(rows.filter(({ binId }) => binId === other.id)).toEqual([]);
    expect(await readStatuses()).toEqual({ '11': { '1': toStatus('mute') } });
    expect((await post(`sensor/${other.id}/11/1`, { sensorStatus: 'mute' })).status).toBe(403);
  });
});

describe('a disabled sensor', () => {
  it('is excluded from averages and extremes, including those of past days, until it is enabled', async () => {
    const [before, extremesBefore] = [await readLatest(), await readDailyExtremes()];
    expect(before).toMatchObject({ average_temp_reading: 30, average_humidity_reading: 70 });
    expect(extremesBefore).toMatchObject({
      humidity_reading: 70,
      min_temp: [10, 40],
      max_temp: [30, 50],
      min_humidity: [50, 80],
      max_humidity: [70, 90],
    });
    await setStatus('11/1', 'disable');
    await setStatus('12/1', 'disable', true);
    expect(await readLatest()).toMatchObject({
      average_temp_reading: 25,
      average_humidity_reading: 65,
      temp_reading: TEMPERATURES,
    });
    const after = await readDailyExtremes();
    expect(after).toMatchObject({
      humidity_reading: 65,
      min_temp: [20, null],
      max_temp: [30, null],
      min_humidity: [60, null],
      max_humidity: [70, null],
      max_moisture: [expect.any(Number), null],
    });
    expect(after['min_moisture']).not.toEqual(extremesBefore['min_moisture']);
    await post(`allSensors/${bin.id}/unmute`);
    expect(await readDailyExtremes()).toEqual(extremesBefore);
    expect(await readLatest()).toEqual(before);
  });

  it('is still included in the per-sensor daily values', async () => {
    const url = `/api/board/dailyReadings?bin_sensor_id=${bin.id}&from=2026-06-01&to=2026-07-01`;
    const before = (await granary.call({ url, token })).body;
    await post(`allSensors/${bin.id}/disable`);
    expect((await granary.call({ url, token })).body).toEqual(before);
    expect(await readLatest()).toMatchObject({ average_temp_reading: null });
  });

  it('is excluded from the extremes of later readings', async () => {
    await setStatus('12/2', 'disable');
    const date_time = new Date(granary.now() - HOUR / 2).toISOString();
    const hotReport = {
      date_time,
      temp_reading: [
        [10, 20, 30],
        [40, 70],
      ],
    };
    await storeReports(granary.db, bin, [hotReport], granary.now());
    const url = `/api/board/sensorMinMaxReading?bin_sensor_id=${bin.id}&days=182`;
    const records = (await granary.call({ url, token })).body.RESP_MSG as Record<string, unknown>[];
    expect(records[0]).toMatchObject({ date_time, max_temp: [30, 40] });
  });
});

describe('a muted sensor', () => {
  it('is included in averages and extremes', async () => {
    const [before, extremesBefore] = [await readLatest(), await readDailyExtremes()];
    await post(`allSensors/${bin.id}/mute`);
    expect(await readLatest()).toEqual(before);
    expect(await readDailyExtremes()).toEqual(extremesBefore);
  });
});
