import { gunzipSync } from 'node:zlib';
import { HOUR } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCustomerFixtures,
  addUser,
  type CustomerFixtures,
} from '../../../test/support/fixtures.ts';
import { storeReports } from '../../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts';

const ACCEPT_GZIP = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let granary: TestApp;
let fixtures: CustomerFixtures;

beforeAll(async () => {
  granary = await createTestApp();
  fixtures = await addCustomerFixtures(granary.db);
  for (let count = 0; count < 50; count += 1) await addUser(granary.db, 'user');
  const reports = Array.from({ length: 100 }, (_, hour) => ({
    temp_reading: [[20, 21], [22]],
    humidity_readings: [[60, 61], [62]],
    cable_ids: [11, 12],
    date_time: new Date(granary.now() - hour * HOUR).toISOString(),
  }));
  await storeReports(granary.db, fixtures.farmer.bin, reports, granary.now());
});

afterAll(() => granary.dispose());

describe('a response', () => {
  const get = async (url: string, headers = {}) => {
    const authorization = `Bearer ${await granary.createToken(fixtures.admin)}`;
    return granary.app.inject({ url: `/api/${url}`, headers: { authorization, ...headers } });
  };
  const buildChartUrl = () =>
    `board/sensorMinMaxReading?bin_sensor_id=${fixtures.farmer.bin.id}&days=7`;
  const buildExportUrl = () =>
    `board/exportReadings?bin_sensor_id=${fixtures.farmer.bin.id}&from=2026-06-01T00:00:00Z&to=2026-07-02T00:00:00Z`;

  it.each([
    ['a list', () => 'user/getUsersList'],
    ['JSON serialized by the handler', buildChartUrl],
    ['a streamed file', buildExportUrl],
  ])('is compressed if it is large and the client accepts gzip: %s', async (_, url) => {
    const plainResponse = await get(url());
    expect(plainResponse.statusCode).toBe(200);
    expect(plainResponse.headers['content-type']).toMatch(/; charset=utf-8$/);
    expect(plainResponse.headers['content-encoding']).toBeUndefined();
    const compressedResponse = await get(url(), ACCEPT_GZIP);
    expect(compressedResponse.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    expect(gunzipSync(compressedResponse.rawPayload).toString()).toBe(plainResponse.payload);
    expect(compressedResponse.rawPayload.length * 3).toBeLessThan(plainResponse.rawPayload.length);
  });

  it('is not compressed if it is small, whether it is data or an error', async () => {
    const { headers, statusCode } = await get('user/getMyInfo', ACCEPT_GZIP);
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
    const errorResponse = await get('user/getUser?user_id=nobody', ACCEPT_GZIP);
    expect([errorResponse.statusCode, errorResponse.headers['content-encoding']]).toEqual([
      422,
      undefined,
    ]);
  });
});

it('rejects a compressed request', async () => {
  const response = await granary.app.inject({
    method: 'POST',
    url: '/api/user/login',
    payload: Buffer.from('1f8b0800', 'hex'),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(response.statusCode).toBe(400);
});
