import { getLocalDayBounds, toLocalDay } from '@granary/domain/bins/local-day';
import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import { sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import {
  createTemperatureReport,
  type Report,
  storeReports,
} from '../../test/support/store-reports.ts';
import { wireTestAlerts } from '../../test/support/test-alerts.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { Alerts } from '../app/wire-alerts.ts';
import type { Tables, UserRow } from '../platform/postgres/tables.ts';
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
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4' }, [{ name: 'North' }]);
});

/** Stores reports that arrive now, and evaluates them. */
async function store(...reports: Report[]): Promise<void> {
  await storeReports(granary.db, bin, reports, granary.now());
  await alerts.evaluate();
}

interface WireAlert {
  readonly id: string;
  readonly rule: string;
  readonly since: string;
  readonly closed_at: string | null;
  readonly [field: string]: unknown;
}

type Account = Pick<UserRow, 'id' | 'role' | 'email'>;

async function listAlerts(
  state = 'open',
  user: Account = fixtures.farmer.user,
): Promise<WireAlert[]> {
  const token = await granary.createToken(user);
  const url = `/api/alerts?state=${state}&bin_id=${bin.id}`;
  const response = await granary.call({ url, token });
  expect(response.status).toBe(200);
  return (response.body as unknown as { readonly data: WireAlert[] }).data;
}

/** The open alerts of the farm. */
async function listFarmAlerts(): Promise<WireAlert[]> {
  const token = await granary.createToken(fixtures.farmer.user);
  const url = `/api/alerts?farm_id=${fixtures.farmer.farm.id}`;
  const response = await granary.call({ url, token });
  return (response.body as unknown as { readonly data: WireAlert[] }).data;
}

/** The owner's notifications, oldest first. */
async function listNotifications() {
  const rows = await granary.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', fixtures.farmer.user.id)
    .orderBy('id')
    .execute();
  return rows.map(({ title, body, target }) => [title, body, target]);
}

/** Changes settings of the bin, and evaluates it as the server does after any change. */
async function changeBin(changes: Updateable<Tables['bins']> = {}): Promise<void> {
  await granary.db
    .updateTable('bins')
    .set({ mainBoardId: bin.mainBoardId, ...changes })
    .where('id', '=', bin.id)
    .execute();
  await markBinsOfBoard(granary.db, bin.mainBoardId);
  await alerts.evaluate();
}

describe('a bin without data', () => {
  const noDataSettings = { silenceAlertEnabled: true, silenceAlertHours: 12 };

  it('is detected by arrival times, not counting the time when the server was not listening', async () => {
    await changeBin(noDataSettings);
    const now = granary.now();
    // The board's clock is a day slow.
    await store(
      createTemperatureReport(millis(now - DAY - HOUR), 20),
      createTemperatureReport(millis(now - DAY), 20),
    );
    granary.advance(11 * HOUR);
    await changeBin();
    expect(await listAlerts()).toEqual([]);
    granary.advance(2 * HOUR);
    alerts.observer.postponed();
    await changeBin();
    expect(await listAlerts()).toEqual([]);
    alerts.observer.stored([]);
    await changeBin();
    expect(await listAlerts()).toEqual([]);
    granary.advance(3 * HOUR);
    await changeBin();
    expect(await listAlerts()).toMatchObject([
      { rule: 'no-data', severity: 'warning', limit: 12, since: new Date(now).toISOString() },
    ]);
    expect(await listNotifications()).toHaveLength(1);
    await store(createTemperatureReport(granary.now(), 20));
    expect(await listAlerts()).toEqual([]);
  });
});

describe('a cable that breaks', () => {
  const temperatures = [20, 20, 20, 20, 20, 20, 20, 20];

  it('keeps its alert when it reports fewer sensors, until someone mutes the missing ones', async () => {
    // Sensor 1 is at the bottom, so the sensors beyond the break are the upper ones.
    const cables = [{ name: 'North', flip: true }];
    bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4' }, cables);
    const reportBrokenCable = async (hours: number) => {
      granary.advance(hours * HOUR);
      await store(createTemperatureReport(granary.now(), ...temperatures.slice(3)));
    };
    await store(createTemperatureReport(granary.now(), ...temperatures));
    for (const hours of [1, 6]) await reportBrokenCable(hours);
    expect(await listNotifications()).toHaveLength(1);
    await reportBrokenCable(24);
    const toSensor = (position: number) => ({ cable: 1, position, depth: 9 - position });
    expect(await listAlerts()).toMatchObject([
      { rule: 'sensor-no-data', sensors: [6, 7, 8].map(toSensor) },
    ]);
    const token = await granary.createToken(fixtures.farmer.user);
    const mute = async (position: number) => {
      const url = `/api/board/sensor/${bin.id}/11/${position}`;
      const body = { sensorStatus: 'mute' };
      return (await granary.call({ method: 'POST', url, token, body })).status;
    };
    expect([await mute(6), await mute(7), await mute(8), await mute(9)]).toEqual([
      200, 200, 200, 404,
    ]);
    await changeBin();
    expect(await listAlerts()).toEqual([]);
    await reportBrokenCable(24);
    expect(await listAlerts()).toEqual([]);
  });

  it('loses its closed alert when a late reading shows that the missing sensors had values', async () => {
    const day = toLocalDay(millis(granary.now() - 12 * HOUR), 'UTC');
    const midnight = getLocalDayBounds(day, 'UTC').from;
    const createReport = (hour: number, sensorCount: number) =>
      createTemperatureReport(
        millis(midnight + hour * HOUR),
        ...temperatures.slice(0, sensorCount),
      );
    // The readings are evaluated again from midnight, which is later than the missing sensor's last value.
    await store(createReport(-3, 8));
    await store(createReport(3, 7));
    await store(createReport(10, 8));
    await store(createReport(6, 7));
    const listRules = async () => (await listAlerts('closed')).map(({ rule }) => rule);
    expect(await listRules()).toEqual(['sensor-no-data']);
    await store(createReport(1, 8));
    expect(await listRules()).toEqual([]);
  });
});

describe('a board without data', () => {
  const noDataSettings = { silenceAlertEnabled: true, silenceAlertHours: 12 };

  it('raises one alert that names it, until one of its bins reports', async () => {
    await changeBin(noDataSettings);
    const { mainBoardId } = bin;
    const station = { mainBoardId, binNumber: bin.binNumber + 1 };
    const addedBin = await addBin(
      granary.db,
      fixtures.farmer.farm.id,
      { name: 'Home 5', ...station, ...noDataSettings },
      [{ name: 'South' }],
    );
    const secondBin = { ...addedBin, ...station };
    const createReports = () => [createTemperatureReport(granary.now(), 20)];
    for (const testBin of [bin, secondBin])
      await storeReports(granary.db, testBin, createReports(), granary.now());
    await alerts.evaluate();
    granary.advance(13 * HOUR);
    await alerts.tick();
    const listRules = async () =>
      (await listFarmAlerts()).map((alert) => [alert.rule, alert['bin_name']]);
    expect(await listRules()).toEqual([['board-no-data', 'Home 4']]);
    expect((await listNotifications()).at(-1)?.[0]).toBe(
      `Home 4: No data from board ${mainBoardId}`,
    );
    await storeReports(granary.db, secondBin, createReports(), granary.now());
    await alerts.evaluate();
    granary.advance(MINUTE);
    await alerts.tick();
    expect(await listRules()).toEqual([['no-data', 'Home 4']]);
    // More than two of the other bin's usual intervals.
    granary.advance(27 * HOUR);
    await alerts.tick();
    expect(await listRules()).toEqual([['board-no-data', 'Home 4']]);
  });
});

describe('a new bin', () => {
  it('that sends nothing for a day raises an alert, which ends with its first reading', async () => {
    await granary.db
      .updateTable('bins')
      .set({ createdAt: new Date(granary.now()) })
      .where('id', '=', bin.id)
      .execute();
    granary.advance(DAY - MINUTE);
    await alerts.tick();
    expect(await listAlerts()).toEqual([]);
    granary.advance(MINUTE);
    await alerts.tick();
    expect(await listAlerts()).toMatchObject([{ rule: 'never-reported', severity: 'warning' }]);
    await store(createTemperatureReport(granary.now(), 20));
    expect(await listAlerts()).toEqual([]);
  });
});

describe('a board whose readings arrive late', () => {
  it('raises an alert at the third late reading in a row', async () => {
    for (const expected of [[], [], ['clock-late']]) {
      granary.advance(HOUR);
      await store(createTemperatureReport(millis(granary.now() - 2 * HOUR), 20));
      expect((await listAlerts()).map(({ rule }) => rule)).toEqual(expected);
    }
    granary.advance(HOUR);
    await store(createTemperatureReport(granary.now(), 20));
    expect(await listAlerts()).toEqual([]);
  });

  it('raises the alert in one evaluation of three readings that were received an hour apart', async () => {
    for (let reading = 0; reading < 3; reading++) {
      granary.advance(HOUR);
      const report = createTemperatureReport(millis(granary.now() - 2 * HOUR), 20);
      await storeReports(granary.db, bin, [report], granary.now());
    }
    await alerts.evaluate();
    expect((await listAlerts()).map(({ rule }) => rule)).toEqual(['clock-late']);
  });
});

it('a server that was down for a day raises no-data alerts only for bins that still send nothing', async () => {
  const { db, now } = granary;
  const farmId = fixtures.farmer.farm.id;
  const arrivedAt = new Date(now());
  // More bins than one run evaluates at once.
  await sql`
    with boards as (
      insert into main_boards (id, farm_id)
      select 'down-' || n, ${farmId} from generate_series(1, 30) n returning id),
    added as (
      insert into bins (farm_id, main_board_id, bin_number, name)
      select ${farmId}, boards.id, n, 'Bin ' || n from boards, generate_series(1, 4) n
      returning id),
    latest_readings as (
      insert into latest (bin_id, at, recent)
      select id, ${arrivedAt}::timestamptz,
        array[extract(epoch from ${arrivedAt}::timestamptz) * 1000,
          extract(epoch from ${arrivedAt}::timestamptz) * 1000 - ${10 * MINUTE}]::bigint[] from added)
    insert into alert_memories (bin_id, arrived_at, checkpoints)
    select id, ${arrivedAt}::timestamptz, '[]' from added`.execute(db);
  granary.advance(DAY);
  const restartedAlerts = wireTestAlerts(granary);
  await restartedAlerts.start(() => false);
  const countOpenAlerts = async () => {
    await restartedAlerts.tick();
    const rows = await db
      .selectFrom('alerts')
      .innerJoin('bins', 'bins.id', 'alerts.binId')
      .select('alerts.id')
      .where('farmId', '=', farmId)
      .where('closedAt', 'is', null)
      .execute();
    return rows.length;
  };
  expect(await countOpenAlerts()).toBe(0);
  granary.advance(HOUR);
  expect(await countOpenAlerts()).toBe(0);
  // Two boards are enough to show this, so the other boards raise no alerts.
  await sql`
    update bins set silence_alert_enabled = false
    where farm_id = ${farmId} and main_board_id not in ('down-1', 'down-2')`.execute(db);
  granary.advance(1);
  expect(await countOpenAlerts()).toBe(2);
  await restartedAlerts.stop();
});
