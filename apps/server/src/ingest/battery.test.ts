import { DAY, HOUR } from '@granary/domain/units';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBin, addFarm, addUser } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, TEST_START, type TestApp } from '../../test/support/test-app.ts';

let granary: TestApp;
let token: string;
let farmId: number;

const formatTimeAgo = (agoMs: number) => new Date(TEST_START - agoMs).toISOString();

beforeAll(async () => {
  granary = await createTestApp();
  const owner = await addUser(granary.db, 'user');
  token = await granary.createToken(owner);
  farmId = (await addFarm(granary.db, owner.id)).id;
});

afterAll(() => granary.dispose());

/** The calls that return readings, each with a function that finds the battery in its response. */
const calls: readonly (readonly [string, string, (text: string) => unknown])[] = [
  ['the reading', 'getSensorReading?', (text) => JSON.parse(text).RESP_MSG.battery],
  [
    'the chart by reading',
    'sensorMinMaxReading?days=1&',
    (text) => JSON.parse(text).RESP_MSG[0].battery,
  ],
  [
    'the chart by day',
    'sensorMinMaxReading?days=182&',
    (text) => JSON.parse(text).RESP_MSG[0].battery,
  ],
  [
    'the export',
    `exportReadings?from=${formatTimeAgo(DAY)}&to=${formatTimeAgo(0)}&`,
    (text) => {
      const [row]: Record<string, string>[] = parse(text, { columns: true, bom: true });
      return row?.['battery_percent'] === '' ? null : Number(row?.['battery_percent']);
    },
  ],
];

describe('the battery that a board reports', () => {
  it.each(calls)('is in %s only when the bin has a battery', async (_, path, findBattery) => {
    for (const [batteryAttached, expected] of [
      [true, 70],
      [false, null],
    ] as const) {
      const bin = await addBin(granary.db, farmId, { batteryAttached });
      const report = { date_time: formatTimeAgo(HOUR), temp_reading: [[1]], battery: 70 };
      await storeReports(granary.db, bin, [report], TEST_START);
      const url = `/api/board/${path}bin_sensor_id=${bin.id}`;
      const response = await granary.call({ url, token });
      expect(response.status).toBe(200);
      expect(findBattery(response.text)).toBe(expected);
    }
  });
});
