import { DAY, HOUR, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../test/support/store-reports.ts';
import { wireTestAlerts } from '../../test/support/test-alerts.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { Alerts } from '../app/wire-alerts.ts';
import { markBinsOfBoard } from './marks-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let alerts: Alerts;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  alerts = wireTestAlerts(granary);
});

/** Adds a bin with three cables to the farmer's farm. */
const addFarmerBin = (crop: string) =>
  addBin(granary.db, fixtures.farmer.farm.id, { crop }, [{}, {}, {}]);

/** Stores a report for each of the last `days` days and one for now, and evaluates them. */
async function store(
  bin: TestBin,
  days: number,
  toReport: (day: number) => Omit<Report, 'date_time'>,
): Promise<void> {
  const now = granary.now();
  const at = (day: number) => millis(now - (days - day) * DAY);
  await storeReports(
    granary.db,
    bin,
    Array.from({ length: days + 1 }, (_, day) => ({
      date_time: toIso(at(day)),
      ...toReport(day),
    })),
    now,
  );
  await alerts.evaluate();
}

const toIso = (at: Millis) => new Date(at).toISOString();

/** A report with the same temperature and humidity at every sensor: three cables with two sensors each. */
const createGrainReport = (celsius: number, humidity: number) => ({
  temp_reading: [0, 1, 2].map(() => [celsius, celsius]),
  humidity_readings: [0, 1, 2].map(() => [humidity, humidity]),
});

const CO2_HISTORY_DAYS = 29;

/** CO2 that rises by 20 ppm a day over the last nine of the `CO2_HISTORY_DAYS`. */
const risingCo2 = (day: number) => 420 + 20 * Math.max(0, day - 20);

interface WireRisk {
  readonly risk: string;
  readonly [field: string]: unknown;
}

async function loadRisks(bin: TestBin): Promise<Readonly<Record<string, WireRisk>>> {
  const response = await granary.call({
    url: `/api/board/grainRisks?bin_sensor_id=${bin.id}`,
    token: await granary.createToken(fixtures.farmer.user),
  });
  expect(response.status).toBe(200);
  const { RESP_MSG: list } = response.body as unknown as { readonly RESP_MSG: WireRisk[] };
  return Object.fromEntries(list.map((risk) => [risk.risk, risk]));
}

const toReasons = (risksByKind: Readonly<Record<string, WireRisk>>) =>
  Object.fromEntries(Object.entries(risksByKind).map(([kind, { reason }]) => [kind, reason]));

describe('the risks of a bin', () => {
  it('are unknown without a reading', async () => {
    const allRisks = await loadRisks(await addFarmerBin('Corn'));
    expect(toReasons(allRisks)).toEqual({
      humidity: 'no-reading',
      co2: 'no-reading',
      'storage-time': 'no-reading',
      warming: 'no-reading',
    });
    expect(Object.values(allRisks).every(({ state }) => state === 'unknown')).toBe(true);
  });

  it('depend on the newest reading and the days before it', async () => {
    const bin = await addFarmerBin('Corn');
    await store(bin, CO2_HISTORY_DAYS, (day) => ({
      ...createGrainReport(20, 75),
      co2: risingCo2(day),
    }));
    const allRisks = await loadRisks(bin);
    expect(allRisks['humidity']).toMatchObject({ state: 'watch', value: 75, limit: 70, depth: 1 });
    expect(allRisks['co2']).toMatchObject({ state: 'watch', reason: 'co2-trend', change: 20 });
    expect(allRisks['warming']).toMatchObject({ state: 'ok', value: 0, change: 0 });
    const time = allRisks['storage-time'];
    expect(time).toMatchObject({ reason: 'time-left', cable: 1, position: 1 });
    // Corn at 15.4 % moisture and 20 °C can be stored for about 130 days.
    expect(time?.['value']).toBeGreaterThan(17);
    expect(time?.['value']).toBeLessThan(30);
    expect(time?.['source']).toContain('NDSU');
  });

  it('have no storage time for canola', async () => {
    const canola = await addFarmerBin('Canola');
    await store(canola, 2, () => createGrainReport(20, 63));
    expect(toReasons(await loadRisks(canola))).toMatchObject({
      humidity: 'humidity-damp',
      co2: 'no-co2',
      'storage-time': 'canola',
      warming: 'no-week',
    });
  });

  it('are unknown while the daily means that they depend on are being calculated', async () => {
    const wheat = await addFarmerBin('Wheat');
    await store(wheat, 2, () => createGrainReport(20, 63));
    const setMeans = (set: { moistures: null } | { readings: null }) =>
      granary.db.updateTable('dayMeans').set(set).where('binId', '=', wheat.id).execute();
    await setMeans({ moistures: null });
    const known = { 'storage-time': 'time-left', warming: 'no-week' };
    expect(toReasons(await loadRisks(wheat))).toMatchObject({
      ...known,
      'storage-time': 'calculating',
    });
    await setMeans({ readings: null });
    expect(toReasons(await loadRisks(wheat))).toMatchObject({
      'storage-time': 'calculating',
      warming: 'calculating',
    });
    await alerts.evaluate();
    expect(toReasons(await loadRisks(wheat))).toMatchObject(known);
  });

  it('are unknown when the bin has not reported for a day, except for the storage time', async () => {
    const bin = await addFarmerBin('Wheat');
    const now = granary.now();
    await storeReports(
      granary.db,
      bin,
      [96, 72, 71].map((hours) => ({
        date_time: toIso(millis(now - hours * HOUR)),
        ...createGrainReport(10, 60),
      })),
      now,
    );
    await alerts.evaluate();
    expect(toReasons(await loadRisks(bin))).toEqual({
      humidity: 'no-data',
      co2: 'no-data',
      'storage-time': 'time-left',
      warming: 'no-data',
    });
  });

  it('keep the storage time of a sensor that its cable no longer reports, until it is muted', async () => {
    const bin = await addFarmerBin('Corn');
    const createReport = (...cable: readonly number[]) => ({
      temp_reading: [cable, [10, 10], [10, 10]],
      humidity_readings: [cable.map(() => 75), [75, 75], [75, 75]],
    });
    await store(bin, 2, () => createReport(10, 25));
    granary.advance(2 * DAY);
    await store(bin, 1, () => createReport(10));
    expect((await loadRisks(bin))['storage-time']).toMatchObject({
      cable: 1,
      position: 2,
      depth: 2,
    });
    const sensor = { binId: bin.id, cable: 1, position: 2, status: 'mute' } as const;
    await granary.db.insertInto('sensorStatuses').values(sensor).execute();
    expect((await loadRisks(bin))['storage-time']).toMatchObject({ cable: 1, position: 1 });
  });

  it('keep the storage time of the last evaluation until the date, the daily means or the settings change', async () => {
    const { db } = granary;
    const bin = await addFarmerBin('Corn');
    await store(bin, 3, () => createGrainReport(20, 75));
    const readStorageTimeUsed = async () => (await loadRisks(bin))['storage-time']?.['value'];
    const usesStoredValue = async () => {
      await sql`
        update alert_memories set storage_times = jsonb_set(storage_times, '{ofAll, used}', '0.42')
        where bin_id = ${bin.id}`.execute(db);
      return (await readStorageTimeUsed()) === 42;
    };
    expect(await usesStoredValue()).toBe(true);
    const sensor = { binId: bin.id, cable: 1, position: 2, status: 'disable' } as const;
    const changes = [
      () => db.insertInto('sensorStatuses').values(sensor).execute(),
      () => db.updateTable('bins').set({ crop: 'Wheat' }).where('id', '=', bin.id).execute(),
      () => db.updateTable('cables').set({ crop: 'Corn' }).where('binId', '=', bin.id).execute(),
      () => sql`update day_means set readings = readings where bin_id = ${bin.id}`.execute(db),
      async () => granary.advance(DAY),
    ];
    for (const change of changes) {
      await change();
      expect(await readStorageTimeUsed()).not.toBe(42);
      await markBinsOfBoard(db, bin.mainBoardId);
      await alerts.evaluate();
      expect(await usesStoredValue()).toBe(true);
    }
  });

  it('can be turned off individually, which also ends the CO2 alert', async () => {
    const bin = await addFarmerBin('Corn');
    await store(bin, CO2_HISTORY_DAYS, (day) => ({
      ...createGrainReport(20, 75),
      co2: risingCo2(day),
    }));
    const listOpenAlerts = () =>
      granary.db
        .selectFrom('alerts')
        .select(['rule', 'severity', 'value'])
        .where('binId', '=', bin.id)
        .where('closedAt', 'is', null)
        .execute();
    expect(await listOpenAlerts()).toEqual([{ rule: 'co2-trend', severity: 'watch', value: 20 }]);
    const response = await granary.call({
      method: 'PUT',
      url: `/api/board/${bin.id}/alerts`,
      body: { co2_risk_enabled: false, humidity_risk_enabled: false },
      token: await granary.createToken(fixtures.farmer.user),
    });
    expect(response.status).toBe(200);
    await markBinsOfBoard(granary.db, bin.mainBoardId);
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([]);
    const allRisks = await loadRisks(bin);
    expect(allRisks['co2']).toMatchObject({ state: 'off', reason: 'off', value: null });
    expect(allRisks['humidity']).toMatchObject({ state: 'off', reason: 'off', value: null });
    expect(allRisks['storage-time']).toMatchObject({ reason: 'time-left' });
  });

  it('start over after the bin was empty', async () => {
    const bin = await addBin(
      granary.db,
      fixtures.farmer.farm.id,
      { crop: 'Wheat', loadMethod: 'siloscan max', levelSensorEmptyMm: 10_000, deadZoneMm: 0 },
      [{}, {}, {}],
    );
    await store(bin, 6, (day) => ({
      ...createGrainReport(20, 75),
      level_sensor: day === 3 ? 10_000 : 1_000,
    }));
    const since = new Date(granary.now() - 2 * DAY).toISOString().slice(0, 10);
    expect((await loadRisks(bin))['storage-time']).toMatchObject({ since });
    await storeReports(
      granary.db,
      bin,
      [{ date_time: toIso(millis(granary.now() + 1)), level_sensor: 10_000 }],
      millis(granary.now() + HOUR),
    );
    expect(toReasons(await loadRisks(bin))).toMatchObject({
      humidity: 'empty',
      'storage-time': 'empty',
    });
    await granary.db
      .updateTable('bins')
      .set({ humidityRiskEnabled: false })
      .where('id', '=', bin.id)
      .execute();
    expect(toReasons(await loadRisks(bin))).toMatchObject({
      humidity: 'off',
      'storage-time': 'empty',
    });
  });
});
