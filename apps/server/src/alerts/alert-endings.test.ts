import { HOUR, type Millis, millis } from '@granary/domain/units';
import { sql, type Updateable } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import type { Tables } from '../platform/postgres/tables.ts';
import { unpackSmallints } from '../readings/packed-smallints.ts';
import { markBinsOfBoard } from './marks-store.ts';

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
  // The server has been listening to boards all along.
  alerts.observer.stored([]);
  bin = await addBin(granary.db, fixtures.farmer.farm.id, {
    name: 'Home 4',
    temperatureAlertEnabled: true,
    temperatureAlertC: 25,
    minLevelAlertEnabled: true,
    minLevelAlert: 50,
    loadMethod: 'siloscan max',
    levelSensorEmptyMm: 10_000,
    deadZoneMm: 0,
  });
});

afterEach(() => alerts.stop());

const createReport = (at: Millis, temperature: number, levelMm: number): Report => ({
  date_time: new Date(at).toISOString(),
  temp_reading: [[temperature, temperature]],
  level_sensor: levelMm,
});

async function store(...reports: Report[]): Promise<void> {
  await storeReports(granary.db, bin, reports, granary.now());
  await alerts.evaluate();
}

async function changeBin(changes: Updateable<Tables['bins']>): Promise<void> {
  await granary.db.updateTable('bins').set(changes).where('id', '=', bin.id).execute();
  await markBinsOfBoard(granary.db, bin.mainBoardId);
  await alerts.evaluate();
}

/** The rules of the open alerts of the bin. */
async function listRules(): Promise<string[]> {
  const token = await granary.createToken(fixtures.farmer.user);
  const { body } = await granary.call({ url: `/api/alerts?bin_id=${bin.id}`, token });
  return (body as unknown as { data: { rule: string }[] }).data.map(({ rule }) => rule);
}

describe('an open alert about the grain', () => {
  beforeEach(async () => {
    await store(createReport(granary.now(), 30, 4_000));
  });

  it('ends when the bin is emptied, and a low-level alert begins', async () => {
    granary.advance(HOUR);
    await store(createReport(granary.now(), 30, 10_000));
    expect(await listRules()).toEqual(['level-low']);
  });

  it('continues when the bin gets another board, until the first reading from the new board', async () => {
    const mainBoardId = `moved-${bin.id}`;
    await sql`
      insert into main_boards (id, farm_id) values (${mainBoardId}, ${fixtures.farmer.farm.id})
    `.execute(granary.db);
    await changeBin({ mainBoardId });
    bin = { ...bin, mainBoardId };
    await changeBin({ mainBoardId });
    expect(await listRules()).toEqual(['temperature']);
    granary.advance(HOUR);
    await store(createReport(granary.now(), 20, 4_000));
    expect(await listRules()).toEqual([]);
  });
});

describe("a day's mean", () => {
  it.each([
    ['2025-11-02', 25],
    ['2026-03-08', 23],
  ])('on %s, when the clocks change, covers all %i hours', async (day, hours) => {
    const timezone = 'America/Winnipeg';
    await granary.db
      .updateTable('farms')
      .set({ timezone })
      .where('id', '=', fixtures.farmer.farm.id)
      .execute();
    const start = Date.parse(`${day}T00:00:00-0${hours === 25 ? 5 : 6}:00`);
    // The first and last hours of the day are warmer, and the hours just outside it are hot.
    const temperature = (hour: number) =>
      hour < 0 || hour >= hours ? 80 : hour === 0 || hour === hours - 1 ? 20 : 10;
    const times = Array.from({ length: hours + 2 }, (_, index) => index - 1);
    await store(
      ...times.map((hour) => createReport(millis(start + hour * HOUR), temperature(hour), 0)),
    );
    const { readings, means } = await granary.db
      .selectFrom('dayMeans')
      .select(['readings', 'means'])
      .where('binId', '=', bin.id)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
    const expected = Math.round((1_000 * (hours - 2) + 2 * 2_000) / hours);
    expect([readings, means && unpackSmallints(means)[0]]).toEqual([hours, expected]);
  });
});
