import { HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { wireTestAlerts } from '../../test/support/test-alerts.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { Alerts } from '../app/wire-alerts.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let alerts: Alerts;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  alerts = wireTestAlerts(granary);
  alerts.observer.stored([]);
  const radar = { loadMethod: 'siloscan max', levelSensorEmptyMm: 10_000, size: 500 } as const;
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4', ...radar });
});

interface Values {
  readonly co2?: number;
  readonly level?: number;
}

/** Stores readings that arrive now, and evaluates them. */
async function store(...readings: readonly (Values & { readonly at: Millis })[]): Promise<void> {
  const reports = readings.map(({ at, co2, level }) => ({
    date_time: new Date(at).toISOString(),
    temp_reading: [[20]],
    humidity_readings: [[50]],
    ...(co2 !== undefined && { co2 }),
    ...(level !== undefined && { level_sensor: level }),
  }));
  await storeReports(granary.db, bin, reports, granary.now());
  await alerts.evaluate();
}

/** The bin's open "Do not enter" alerts. */
async function listEntryAlerts() {
  const token = await granary.createToken(fixtures.farmer.user);
  const response = await granary.call({ url: `/api/alerts?bin_id=${bin.id}`, token });
  const { data } = response.body as unknown as { readonly data: { readonly rule: string }[] };
  return data.map(({ rule }) => rule).filter((rule) => rule.startsWith('entry-'));
}

it('a "Do not enter" alert opens at 5,000 ppm CO2 and stays open until newer readings are below 4,500 for an hour', async () => {
  const now = granary.now();
  await store(
    { at: millis(now - 20 * HOUR), co2: 400 },
    { at: millis(now - 4 * HOUR), co2: 5_000 },
  );
  expect(await listEntryAlerts()).toEqual(['entry-co2']);
  await store({ at: millis(now - 3 * HOUR), co2: 4_400 });
  // Late readings are evaluated together with all newer ones.
  await store(
    { at: millis(now - 5 * HOUR), co2: 4_400 },
    { at: millis(now - 3.9 * HOUR), co2: 400 },
    { at: millis(now - 3.5 * HOUR), co2: 400 },
    { at: millis(now - 3 * HOUR - MINUTE), co2: 400 },
  );
  expect(await listEntryAlerts()).toEqual(['entry-co2']);
  await store({ at: millis(now - 2 * HOUR), co2: 4_400 });
  expect(await listEntryAlerts()).toEqual([]);
});

it('an alert forbids entry if the level does not drop after a recorded unload, and ends when the unload is deleted', async () => {
  const now = granary.now();
  const hours = Array.from({ length: 12 }, (_, index) => millis(now - (11 - index) * HOUR));
  await store(...hours.map((at) => ({ at, level: 2_000 })));
  expect(await listEntryAlerts()).toEqual([]);
  const token = await granary.createToken(fixtures.farmer.user);
  const addResponse = await granary.call({
    method: 'POST',
    url: '/api/board/addBinLoad',
    token,
    body: {
      bin_sensor_id: String(bin.id),
      type: 'unload',
      date_time: new Date(now - 3 * HOUR).toISOString(),
      volume: 100,
      moisture: null,
      protein: null,
    },
  });
  expect(addResponse.status).toBe(200);
  await alerts.evaluate();
  expect(await listEntryAlerts()).toEqual(['entry-unload']);
  const { id, version } = (addResponse.body.RESP_MSG ?? {}) as unknown as Record<string, number>;
  const deleteRequest = { url: `/api/board/binLoads/${id}`, token, body: { version } };
  await granary.call({ method: 'DELETE', ...deleteRequest });
  await alerts.evaluate();
  expect(await listEntryAlerts()).toEqual([]);
});
