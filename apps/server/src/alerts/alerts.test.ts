import { DAY, HOUR, MINUTE, millis } from '@granary/domain/units';
import type { Updateable } from 'kysely';
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
import { unpackSmallints } from '../readings/packed-smallints.ts';
import { findOtherBins, markBinsOfBoard } from './marks-store.ts';

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
  const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4', ...temperature }, [
    { name: 'North' },
  ]);
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

/** Changes the bin's settings, and evaluates it as the server does after any change. */
async function changeBin(changes: Updateable<Tables['bins']> = {}): Promise<void> {
  await granary.db
    .updateTable('bins')
    .set({ mainBoardId: bin.mainBoardId, ...changes })
    .where('id', '=', bin.id)
    .execute();
  await markBinsOfBoard(granary.db, bin.mainBoardId);
  await alerts.evaluate();
}

async function acknowledgeAlerts(): Promise<void> {
  const token = await granary.createToken(fixtures.farmer.user);
  for (const { id } of await listAlerts()) {
    const url = `/api/alerts/${id}/acknowledge`;
    await granary.call({ method: 'POST', url, token, body: { note: '' } });
  }
}

describe('a high-temperature alert', () => {
  it('is raised once, notifies the owner once and ends 1 °C below the limit', async () => {
    const now = granary.now();
    await store(createTemperatureReport(millis(now - 20 * MINUTE), 20, 24.9));
    expect(await listAlerts()).toEqual([]);
    const hotReport = createTemperatureReport(millis(now - 10 * MINUTE), 20, 25);
    await store(hotReport);
    await store(hotReport, createTemperatureReport(now, 20, 26));
    const [alert, ...others] = await listAlerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      rule: 'temperature',
      severity: 'critical',
      since: hotReport.date_time,
      value: 26,
      limit: 25,
      sensors: [{ cable: 1, cable_name: 'North', position: 2, value: 26 }],
      bin_id: String(bin.id),
      bin_name: 'Home 4',
      farm_name: fixtures.farmer.farm.name,
      acknowledged_at: null,
    });
    expect(await listNotifications()).toEqual([
      [
        'Home 4: High temperature',
        `High temperature: 25 °C, limit 25 °C · ${fixtures.farmer.farm.name}`,
        `/binsensor/${bin.id}`,
      ],
    ]);
    granary.advance(HOUR);
    await store(createTemperatureReport(millis(granary.now() - MINUTE), 20, 24.1));
    expect(await listAlerts()).toHaveLength(1);
    await store(createTemperatureReport(granary.now(), 20, 24));
    expect(await listAlerts()).toEqual([]);
    expect(await listAlerts('closed')).toMatchObject([
      { id: alert?.id, closed_at: new Date(granary.now()).toISOString() },
    ]);
    expect(await listNotifications()).toHaveLength(1);
  });

  it("is announced in the owner's language and the bin's unit", async () => {
    const { user } = fixtures.farmer;
    await granary.db
      .updateTable('users')
      .set({ language: 'de' })
      .where('id', '=', user.id)
      .execute();
    await changeBin({ temperatureUnit: 'f' });
    await store(createTemperatureReport(granary.now(), 30));
    expect(await listNotifications()).toMatchObject([
      [
        'Home 4: Hohe Temperatur',
        expect.stringContaining('86 °F, Grenzwert 77 °F'),
        expect.anything(),
      ],
    ]);
  });

  it('is raised before bins with older readings are evaluated, even while frames are being stored', async () => {
    const { db, now } = granary;
    const oldReports = [createTemperatureReport(millis(now() - 30 * DAY), 20)];
    for (let index = 0; index < 20; index++) {
      const other = await addBin(db, fixtures.farmer.farm.id);
      await storeReports(db, other, oldReports, now());
    }
    await alerts.start(() => true);
    const at = now();
    await storeReports(db, bin, [createTemperatureReport(at, 20, 26)], at);
    alerts.observer.stored([at]);
    await expect.poll(listAlerts).toMatchObject([{ rule: 'temperature' }]);
    const waitingMarks = await db.selectFrom('alertMarks').select('binId').execute();
    expect(waitingMarks.length).toBeGreaterThan(0);
    await alerts.stop();
  });

  it('is stored without a notification if it has already ended', async () => {
    const start = granary.now() - 7 * DAY;
    const at = (hours: number) => millis(start + hours * HOUR);
    await store(
      createTemperatureReport(at(0), 20),
      createTemperatureReport(at(1), 30),
      createTemperatureReport(at(2), 30),
      createTemperatureReport(at(3), 20),
    );
    expect(await listAlerts('all')).toMatchObject([
      { since: new Date(at(1)).toISOString(), closed_at: new Date(at(3)).toISOString() },
    ]);
    await store(createTemperatureReport(at(4), 31));
    expect(await listAlerts()).toHaveLength(1);
    expect(await listNotifications()).toEqual([]);
    // An alert that is still open when a reading arrives on time is announced.
    await store(createTemperatureReport(granary.now(), 31));
    expect(await listAlerts()).toMatchObject([{ since: new Date(at(4)).toISOString() }]);
    expect(await listNotifications()).toHaveLength(1);
  });

  it('is raised by a late reading from the last 24 hours, but not by an older one', async () => {
    const now = granary.now();
    for (const hours of [60, 50, 40, 30, 20, 10, 1]) {
      await store(createTemperatureReport(millis(now - hours * HOUR), 20));
    }
    await store(createTemperatureReport(millis(now - 26 * HOUR), 30));
    expect(await listAlerts('all')).toEqual([]);
    await store(createTemperatureReport(millis(now - 5 * HOUR), 30));
    expect(await listAlerts('all')).toMatchObject([
      {
        since: new Date(now - 5 * HOUR).toISOString(),
        closed_at: new Date(now - HOUR).toISOString(),
      },
    ]);
    expect(await listNotifications()).toEqual([]);
  });

  it('is raised by a late reading from the last 24 hours that arrives with an older one', async () => {
    const now = granary.now();
    await store(createTemperatureReport(now, 20));
    const hotReport = createTemperatureReport(millis(now - 20 * HOUR), 30);
    const olderReport = createTemperatureReport(millis(now - 3 * DAY), 20);
    await storeReports(granary.db, bin, [olderReport, hotReport], granary.now());
    await alerts.evaluate();
    expect(await listAlerts('all')).toMatchObject([{ since: hotReport.date_time }]);
  });

  it('is stored once when a late reading follows an alert that lasted into another day', async () => {
    const midnight = Math.ceil(granary.now() / DAY) * DAY;
    const at = (hours: number) => millis(midnight + hours * HOUR);
    granary.advance(at(3) - granary.now());
    await store(
      createTemperatureReport(at(-1), 30),
      createTemperatureReport(at(1), 20),
      createTemperatureReport(at(3), 20),
    );
    await store(createTemperatureReport(at(2), 20));
    expect(await listAlerts('all')).toMatchObject([
      { since: new Date(at(-1)).toISOString(), closed_at: new Date(at(1)).toISOString() },
    ]);
  });
});

describe('an open alert', () => {
  beforeEach(async () => {
    await store(createTemperatureReport(granary.now(), 20, 30));
  });

  it('ends when its rule is turned off, its sensor is muted or the limit is raised', async () => {
    expect(await listAlerts()).toHaveLength(1);
    await changeBin({ temperatureAlertEnabled: false });
    expect(await listAlerts()).toEqual([]);
    await changeBin({ temperatureAlertEnabled: true });
    expect(await listAlerts()).toHaveLength(1);
    const sensor = { binId: bin.id, cable: 1, position: 2 };
    await granary.db
      .insertInto('sensorStatuses')
      .values({ ...sensor, status: 'mute' })
      .execute();
    await changeBin();
    expect(await listAlerts()).toEqual([]);
    await granary.db.deleteFrom('sensorStatuses').where('binId', '=', bin.id).execute();
    await changeBin({ temperatureAlertC: 35 });
    expect(await listAlerts()).toEqual([]);
  });

  it('ends when its bin is deleted, and is no longer listed', async () => {
    await changeBin({ deletedAt: new Date(granary.now()) });
    expect(await listAlerts('all')).toEqual([]);
    const storedAlerts = await granary.db
      .selectFrom('alerts')
      .select('closedAt')
      .where('binId', '=', bin.id)
      .execute();
    expect(storedAlerts).toEqual([{ closedAt: new Date(granary.now()) }]);
  });

  it("is visible to the customer's current dealer", async () => {
    expect(await listAlerts('open', fixtures.otherDistributor)).toEqual([]);
    await granary.db
      .updateTable('users')
      .set({ distributorId: fixtures.otherDistributor.id })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    expect(await listAlerts('open', fixtures.otherDistributor)).toHaveLength(1);
    expect(await listAlerts('open', fixtures.distributor)).toEqual([]);
  });
});

describe('a warning that is temporarily critical', () => {
  it('is announced each time it becomes critical, even after somebody acknowledged it', async () => {
    await changeBin({ co2AlertEnabled: true, co2Alert: 1_000, co2RiskEnabled: false });
    const notificationCounts: number[] = [];
    for (const co2 of [1_600, 1_300, 1_700]) {
      granary.advance(HOUR);
      await store({ ...createTemperatureReport(granary.now(), 20), co2 });
      notificationCounts.push((await listNotifications()).length);
      const severity = co2 === 1_300 ? 'warning' : 'critical';
      expect(await listAlerts()).toMatchObject([{ rule: 'co2', severity, acknowledged_at: null }]);
      if (co2 === 1_300) await acknowledgeAlerts();
      // As if it had been sent by mail and text message too.
      const delivery = { mailedSeverity: 'critical', textedAt: new Date(granary.now()) } as const;
      if (co2 === 1_600) {
        await granary.db.updateTable('alerts').set(delivery).where('binId', '=', bin.id).execute();
      }
    }
    expect(notificationCounts).toEqual([1, 1, 2]);
    const storedAlerts = await granary.db
      .selectFrom('alerts')
      .select(['mailedSeverity', 'textedAt'])
      .where('binId', '=', bin.id)
      .execute();
    expect(storedAlerts).toEqual([{ mailedSeverity: 'warning', textedAt: null }]);
  });
});

describe('an alert from a live reading', () => {
  /**
   * Stores reports, including from other boards, and evaluates only live readings, without the time-based
   * checks.
   */
  const storeLive = async (...reports: readonly (readonly [TestBin, Report])[]) => {
    for (const [testBin, report] of reports) {
      await storeReports(granary.db, testBin, [report], granary.now());
    }
    alerts.observer.stored([granary.now()]);
    await expect.poll(listNotifications).toHaveLength(1);
    await alerts.stop();
  };

  it('notifies at once, even if the reading closes a day or the server has just started', async () => {
    const neighbor = await addBin(granary.db, fixtures.farmer.farm.id, {});
    await store(createTemperatureReport(granary.now(), 20));
    granary.advance(DAY);
    await markBinsOfBoard(granary.db, neighbor.mainBoardId, true);
    await storeLive([bin, createTemperatureReport(granary.now(), 30)]);
    expect(await findOtherBins(granary.db, 10)).toEqual(
      expect.arrayContaining([bin.id, neighbor.id]),
    );
  });

  it('notifies as soon as the other readings of its farm are evaluated', async () => {
    const otherBin = await addBin(granary.db, fixtures.farmer.farm.id, {});
    await storeLive(
      [bin, createTemperatureReport(granary.now(), 30)],
      [otherBin, createTemperatureReport(granary.now(), 20)],
    );
  });
});

it('the alert list counts a bin as unchecked if its readings have been waiting ten minutes to be evaluated', async () => {
  await store(createTemperatureReport(granary.now(), 20));
  granary.advance(HOUR);
  await storeReports(granary.db, bin, [createTemperatureReport(granary.now(), 30)], granary.now());
  const token = await granary.createToken(fixtures.farmer.user);
  const countUncheckedBins = async () => {
    const { body } = await granary.call({ url: `/api/alerts?bin_id=${bin.id}`, token });
    return Object(body)['unchecked_bins'];
  };
  granary.advance(10 * MINUTE - 1);
  expect(await countUncheckedBins()).toBe(0);
  granary.advance(1);
  expect(await countUncheckedBins()).toBe(1);
  await alerts.evaluate();
  expect(await countUncheckedBins()).toBe(0);
});

describe('the means of closed days', () => {
  it('are stored, and calculated again after late readings', async () => {
    const now = granary.now();
    await store(
      createTemperatureReport(millis(now - 2 * DAY), 10),
      createTemperatureReport(millis(now - 2 * DAY + HOUR), 12),
    );
    await store(createTemperatureReport(now, 20));
    const loadMeans = () =>
      granary.db
        .selectFrom('dayMeans')
        .select(['readings', 'means'])
        .where('binId', '=', bin.id)
        .execute();
    const loadFirstMeans = async () =>
      (await loadMeans()).map((row) => [row.readings, row.means && unpackSmallints(row.means)[0]]);
    expect(await loadFirstMeans()).toEqual([[2, 1_100]]);
    await store(createTemperatureReport(millis(now - 2 * DAY + 2 * HOUR), 17));
    expect(await loadFirstMeans()).toEqual([[3, 1_300]]);
  });
});
