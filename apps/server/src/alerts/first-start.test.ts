import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { type Report, storeReports, temperatureReport } from '../../test/support/store-reports.ts';
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
function startAlerts(parts: Parameters<typeof wireTestAlerts>[1] = {}): void {
  alerts = wireTestAlerts(granary, parts);
  alerts.observer.stored([]);
}

/** Stores reports that arrive now, and evaluates them. */
async function store(...reports: Report[]): Promise<void> {
  await storeReports(granary.db, bin, reports, granary.now());
  await alerts.evaluate();
}

/** What the owner's bell shows, oldest first. */
async function bell() {
  const rows = await granary.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', fixtures.farmer.user.id)
    .orderBy('id')
    .execute();
  return rows.map(({ title, body, target }) => [title, body, target]);
}

describe('the first start with alerts', () => {
  const hot = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  let second: TestBin;
  let started: Millis;

  beforeEach(async () => {
    started = granary.now();
    second = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 5', ...hot });
    const summaryBefore = new Date(started);
    await granary.db
      .insertInto('alertMemories')
      .values([bin, second].map(({ id }) => ({ binId: id, checkpoints: '[]', summaryBefore })))
      .execute();
  });

  /** Stores a hot reading from before the start for each of the bins. */
  async function storeHotReadings(...bins: TestBin[]): Promise<void> {
    const reports = [temperatureReport(millis(started - MINUTE), 30)];
    for (const testBin of bins) await storeReports(granary.db, testBin, reports, granary.now());
  }

  const titles = async () => (await bell()).map(([title]) => title);
  const summary = () => `Open alerts on ${fixtures.farmer.farm.name}`;

  it('lists how many bins are still to be checked, even after their first reading', async () => {
    const token = await granary.createToken(fixtures.farmer.user);
    const count = async () => {
      const url = `/api/alerts?farm_id=${fixtures.farmer.farm.id}`;
      return Object((await granary.call({ url, token })).body)['unchecked_bins'];
    };
    const createdAt = new Date(granary.now());
    await granary.db.updateTable('bins').set({ createdAt }).execute();
    // The farm has three bins.
    expect(await count()).toBe(3);
    await markBinsOfBoard(granary.db, null);
    await alerts.evaluate();
    // The first readings of new bins are on their way.
    expect(await count()).toBe(3);
    granary.advance(5 * MINUTE);
    expect(await count()).toBe(0);
    await storeHotReadings(second);
    expect(await count()).toBe(1);
    await alerts.evaluate();
    expect(await count()).toBe(0);
    // Its summary still waits for means of its days.
    await granary.db
      .updateTable('alertMemories')
      .set({ summaryBefore: new Date(started) })
      .where('binId', '=', bin.id)
      .execute();
    expect(await count()).toBe(1);
  });

  it('announces what was already open in one summary for each farm', async () => {
    await storeHotReadings(bin, second);
    await alerts.evaluate();
    const { farm } = fixtures.farmer;
    expect(await bell()).toEqual([
      [summary(), 'Home 4: High temperature; Home 5: High temperature', `/alerts?farm=${farm.id}`],
    ]);
    await store(temperatureReport(granary.now(), 31));
    expect(await bell()).toHaveLength(1);
  });

  it('reminds the owner of a bin that never sent data if the dealer was not notified', async () => {
    const { db } = granary;
    const createdAt = new Date(started - 2 * DAY);
    await db.updateTable('bins').set({ createdAt }).where('id', '=', bin.id).execute();
    const title = 'Home 4: No data since the bin was added';
    granary.advance(3 * HOUR);
    await markBinsOfBoard(db, null);
    await alerts.evaluate();
    expect(await titles()).toEqual([title]);
    granary.advance(DAY);
    await alerts.evaluate();
    await expect.poll(titles).toEqual([title, expect.stringContaining('Home 4')]);
    const allNotifications = db.selectFrom('notifications').selectAll();
    const { id } = fixtures.distributor;
    expect(await allNotifications.where('userId', '=', id).execute()).toEqual([]);
  });

  it('announces later alerts at once, while the summary waits for other bins', async () => {
    await store(temperatureReport(granary.now(), 30));
    expect(await titles()).toEqual(['Home 4: High temperature']);
    const { escalatedAt } = await granary.db
      .selectFrom('alerts')
      .select('escalatedAt')
      .where('binId', '=', bin.id)
      .executeTakeFirstOrThrow();
    expect(escalatedAt).toBeNull();
  });

  it('announces later alerts at once, even after a restart', async () => {
    granary.advance(MINUTE);
    const reports = [temperatureReport(granary.now(), 30)];
    granary.advance(MINUTE);
    startAlerts();
    await store(...reports);
    expect(await titles()).toEqual(['Home 4: High temperature']);
  });

  it('announces at once what becomes critical, while the summary waits', async () => {
    const limit = { co2AlertEnabled: true, co2Alert: 1_000, temperatureAlertEnabled: false };
    await granary.db.updateTable('bins').set(limit).where('id', '=', bin.id).execute();
    await store({ ...temperatureReport(millis(started - MINUTE), 20), co2: 1_200 });
    expect(await titles()).toEqual([]);
    // As if means of its days still had to be calculated.
    await granary.db
      .updateTable('alertMemories')
      .set({ summaryBefore: new Date(started) })
      .where('binId', '=', bin.id)
      .execute();
    granary.advance(MINUTE);
    await store({ ...temperatureReport(granary.now(), 20), co2: 2_000 });
    expect(await titles()).toEqual(['Home 4: CO₂ above your limit']);
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
    expect(await titles()).toEqual(['Home 4: High temperature']);
    granary.advance(10 * MINUTE);
    await storeHotReadings(second);
    await alerts.evaluate();
    expect(await titles()).toEqual([summary()]);
  });

  it('waits at most 15 minutes for a bin that is not evaluated', async () => {
    await storeHotReadings(bin);
    await alerts.evaluate();
    granary.advance(14 * MINUTE);
    await alerts.tick();
    expect(await titles()).toEqual([]);
    granary.advance(MINUTE);
    await alerts.tick();
    expect(await titles()).toEqual(['Home 4: High temperature']);
  });

  it('evaluates other bins even if the summary of a farm fails', async () => {
    const errors: unknown[] = [];
    startAlerts({ failed: (error) => errors.push(error) });
    await storeHotReadings(bin);
    await alerts.evaluate();
    const other = fixtures.neighbor.bin;
    await storeReports(granary.db, other, [temperatureReport(granary.now(), 20)], granary.now());
    granary.advance(15 * MINUTE);
    await sql`alter table alerts add constraint failing
      check (announced_severity is null) not valid`.execute(granary.db);
    await alerts.tick();
    await sql`alter table alerts drop constraint failing`.execute(granary.db);
    expect(errors).toEqual([expect.objectContaining({ constraint: 'failing' })]);
    const { memory } = await granary.db
      .selectFrom('alertMemories')
      .select('memory')
      .where('binId', '=', other.id)
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
    expect(await titles()).toEqual([]);
    await alerts.tick();
    expect(await titles()).toEqual(['Home 4: High temperature']);
  });

  it('includes the alerts of a bin that is evaluated while another process writes the summary', async () => {
    await storeHotReadings(bin, second);
    // The other process has evaluated the first bin, and has not committed yet.
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
    expect(await titles()).toEqual(['Home 5: High temperature']);
  });
});

/** How many transactions of this database wait for an advisory lock. */
async function countWaitingTransactions(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.count ?? 0;
}
