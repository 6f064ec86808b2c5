import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
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
import { markBinsOfBoard, takeMarks } from './marks-store.ts';
import { lockMemory, lockSummary } from './memory-store.ts';

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
  startAlerts();
  const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4', ...temperature }, [
    { name: 'North' },
  ]);
});

/** Starts the alerts of a server that stores readings from now on. */
function startAlerts(overrides: Parameters<typeof wireTestAlerts>[1] = {}): void {
  alerts = wireTestAlerts(granary, overrides);
  alerts.observer.stored([]);
}

/** Stores reports that arrive now, and evaluates them. */
async function store(...reports: Report[]): Promise<void> {
  await storeReports(granary.db, bin, reports, granary.now());
  await alerts.evaluate();
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

describe('the first start with alerts', () => {
  const temperatureSettings = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  let secondBin: TestBin;
  let startedAt: Millis;

  beforeEach(async () => {
    startedAt = granary.now();
    secondBin = await addBin(granary.db, fixtures.farmer.farm.id, {
      name: 'Home 5',
      ...temperatureSettings,
    });
    const summaryBefore = new Date(startedAt);
    await granary.db
      .insertInto('alertMemories')
      .values([bin, secondBin].map(({ id }) => ({ binId: id, checkpoints: '[]', summaryBefore })))
      .execute();
  });

  /** Stores a hot reading from before the start for each of the bins. */
  async function storeHotReadings(...bins: TestBin[]): Promise<void> {
    const reports = [createTemperatureReport(millis(startedAt - MINUTE), 30)];
    for (const testBin of bins) await storeReports(granary.db, testBin, reports, granary.now());
  }

  const listTitles = async () => (await listNotifications()).map(([title]) => title);
  const getSummaryTitle = () => `Open alerts at ${fixtures.farmer.farm.name}`;

  it('reports how many bins are still to be checked, even after their first reading', async () => {
    const token = await granary.createToken(fixtures.farmer.user);
    const countUncheckedBins = async () => {
      const url = `/api/alerts?farm_id=${fixtures.farmer.farm.id}`;
      return Object((await granary.call({ url, token })).body)['unchecked_bins'];
    };
    const createdAt = new Date(granary.now());
    await granary.db.updateTable('bins').set({ createdAt }).execute();
    // The farm has three bins.
    expect(await countUncheckedBins()).toBe(3);
    await markBinsOfBoard(granary.db, null);
    await alerts.evaluate();
    // New bins remain unchecked for five minutes, because their first readings may still arrive.
    expect(await countUncheckedBins()).toBe(3);
    granary.advance(5 * MINUTE);
    expect(await countUncheckedBins()).toBe(0);
    await storeHotReadings(secondBin);
    expect(await countUncheckedBins()).toBe(1);
    await alerts.evaluate();
    expect(await countUncheckedBins()).toBe(0);
    // As if the first bin's daily means still had to be calculated.
    await granary.db
      .updateTable('alertMemories')
      .set({ summaryBefore: new Date(startedAt) })
      .where('binId', '=', bin.id)
      .execute();
    expect(await countUncheckedBins()).toBe(1);
  });

  it('announces alerts that were already open in one summary for each farm', async () => {
    await storeHotReadings(bin, secondBin);
    await alerts.evaluate();
    const { farm } = fixtures.farmer;
    expect(await listNotifications()).toEqual([
      [
        getSummaryTitle(),
        'Home 4: High temperature; Home 5: High temperature',
        `/alerts?farm=${farm.id}`,
      ],
    ]);
    await store(createTemperatureReport(granary.now(), 31));
    expect(await listNotifications()).toHaveLength(1);
  });

  it('reminds the owner about a bin that never sent data if the dealer was not notified', async () => {
    const { db } = granary;
    const createdAt = new Date(startedAt - 2 * DAY);
    await db.updateTable('bins').set({ createdAt }).where('id', '=', bin.id).execute();
    const title = 'Home 4: No data since the bin was added';
    granary.advance(3 * HOUR);
    await markBinsOfBoard(db, null);
    await alerts.evaluate();
    expect(await listTitles()).toEqual([title]);
    granary.advance(DAY);
    await alerts.evaluate();
    await expect.poll(listTitles).toEqual([title, expect.stringContaining('Home 4')]);
    const allNotifications = db.selectFrom('notifications').selectAll();
    const { id } = fixtures.distributor;
    expect(await allNotifications.where('userId', '=', id).execute()).toEqual([]);
  });

  it('announces later alerts at once, while the summary waits for other bins', async () => {
    await store(createTemperatureReport(granary.now(), 30));
    expect(await listTitles()).toEqual(['Home 4: High temperature']);
    const { escalatedAt } = await granary.db
      .selectFrom('alerts')
      .select('escalatedAt')
      .where('binId', '=', bin.id)
      .executeTakeFirstOrThrow();
    expect(escalatedAt).toBeNull();
  });

  it('announces later alerts at once, even after a restart', async () => {
    granary.advance(MINUTE);
    const reports = [createTemperatureReport(granary.now(), 30)];
    granary.advance(MINUTE);
    startAlerts();
    await store(...reports);
    expect(await listTitles()).toEqual(['Home 4: High temperature']);
  });

  it('announces an alert at once when it becomes critical, while the summary waits', async () => {
    const limit = { co2AlertEnabled: true, co2Alert: 1_000, temperatureAlertEnabled: false };
    await granary.db.updateTable('bins').set(limit).where('id', '=', bin.id).execute();
    await store({ ...createTemperatureReport(millis(startedAt - MINUTE), 20), co2: 1_200 });
    expect(await listTitles()).toEqual([]);
    // As if the bin's daily means still had to be calculated.
    await granary.db
      .updateTable('alertMemories')
      .set({ summaryBefore: new Date(startedAt) })
      .where('binId', '=', bin.id)
      .execute();
    granary.advance(MINUTE);
    await store({ ...createTemperatureReport(granary.now(), 20), co2: 2_000 });
    expect(await listTitles()).toEqual(['Home 4: CO₂ above the set limit']);
    const alert = await granary.db
      .selectFrom('alerts')
      .select(['announcedSeverity', 'escalatedAt'])
      .where('binId', '=', bin.id)
      .where('rule', '=', 'co2')
      .executeTakeFirstOrThrow();
    expect(alert).toEqual({ announcedSeverity: 'critical', escalatedAt: null });
  });

  it('adds a bin that is evaluated later to the same notification', async () => {
    await storeHotReadings(bin);
    await alerts.evaluate();
    granary.advance(15 * MINUTE);
    await alerts.tick();
    expect(await listTitles()).toEqual(['Home 4: High temperature']);
    granary.advance(10 * MINUTE);
    await storeHotReadings(secondBin);
    await alerts.evaluate();
    expect(await listTitles()).toEqual([getSummaryTitle()]);
  });

  it('waits at most 15 minutes for a bin that is not evaluated', async () => {
    await storeHotReadings(bin);
    await alerts.evaluate();
    granary.advance(14 * MINUTE);
    await alerts.tick();
    expect(await listTitles()).toEqual([]);
    granary.advance(MINUTE);
    await alerts.tick();
    expect(await listTitles()).toEqual(['Home 4: High temperature']);
  });

  it('evaluates other bins even if the summary of a farm fails', async () => {
    const errors: unknown[] = [];
    startAlerts({ failed: (error) => errors.push(error) });
    await storeHotReadings(bin);
    await alerts.evaluate();
    const otherBin = fixtures.neighbor.bin;
    await storeReports(
      granary.db,
      otherBin,
      [createTemperatureReport(granary.now(), 20)],
      granary.now(),
    );
    granary.advance(15 * MINUTE);
    await sql`alter table alerts add constraint failing
      check (announced_severity is null) not valid`.execute(granary.db);
    await alerts.tick();
    await sql`alter table alerts drop constraint failing`.execute(granary.db);
    expect(errors).toEqual([expect.objectContaining({ constraint: 'failing' })]);
    const { memory } = await granary.db
      .selectFrom('alertMemories')
      .select('memory')
      .where('binId', '=', otherBin.id)
      .executeTakeFirstOrThrow();
    expect(memory).not.toBeNull();
  });

  it('skips alerts that an evaluation has locked, without waiting', async () => {
    await storeHotReadings(bin);
    await alerts.evaluate();
    granary.advance(15 * MINUTE);
    await granary.db.transaction().execute(async (trx) => {
      await trx.updateTable('alerts').set({ value: 31 }).where('binId', '=', bin.id).execute();
      await alerts.tick();
    });
    expect(await listTitles()).toEqual([]);
    await alerts.tick();
    expect(await listTitles()).toEqual(['Home 4: High temperature']);
  });

  it('includes the alerts of a bin that is evaluated while another process writes the summary', async () => {
    await storeHotReadings(bin, secondBin);
    // The other process has evaluated the first bin but has not committed yet.
    let evaluation = Promise.resolve();
    await granary.db.transaction().execute(async (trx) => {
      await lockMemory(trx, bin.id);
      await takeMarks(trx, bin.id);
      await trx
        .updateTable('alertMemories')
        .set({ summaryBefore: null })
        .where('binId', '=', bin.id)
        .execute();
      await lockSummary(trx, fixtures.farmer.farm.id);
      evaluation = alerts.evaluate();
      await expect.poll(() => countWaitingTransactions(granary.db)).toBeGreaterThan(0);
    });
    await evaluation;
    expect(await listTitles()).toEqual(['Home 5: High temperature']);
  });
});

/** The number of transactions in this database that are waiting for an advisory lock. */
async function countWaitingTransactions(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.count ?? 0;
}
