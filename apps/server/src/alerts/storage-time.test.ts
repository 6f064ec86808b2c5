import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvaluationPorts } from '../../test/support/evaluation-ports.ts';
import { addBin, addCustomerFixtures, type TestBin } from '../../test/support/fixtures.ts';
import { type Report, storeReports } from '../../test/support/store-reports.ts';
import { wireTestAlerts } from '../../test/support/test-alerts.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { Alerts } from '../app/wire-alerts.ts';
import { evaluateBin } from './evaluate-bin.ts';
import { findOtherBins, markBin, markBinsOfBoard } from './marks-store.ts';

let granary: TestApp;
let alerts: Alerts;
let bin: TestBin;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  const { farmer } = await addCustomerFixtures(granary.db);
  alerts = wireTestAlerts(granary);
  const level = { loadMethod: 'siloscan max', levelSensorEmptyMm: 10_000, deadZoneMm: 0 } as const;
  bin = await addBin(granary.db, farmer.farm.id, { crop: 'Corn', ...level }, [{}, {}, {}]);
});

/**
 * Values of corn that uses 80 % of its storage time in 17 to 21 days, from three cables with two sensors
 * each.
 */
const hotValues = {
  temp_reading: [0, 1, 2].map(() => [30, 30]),
  humidity_readings: [0, 1, 2].map(() => [85, 85]),
  level_sensor: 1_000,
};
const DAYS_UNTIL_ALERT = 21;

const toReport = (at: Millis): Report => ({ date_time: new Date(at).toISOString(), ...hotValues });

/** Stores a report for each of the last `days` days and one for now. */
async function store(days: number): Promise<void> {
  const now = granary.now();
  const reports = Array.from({ length: days + 1 }, (_, day) =>
    toReport(millis(now - (days - day) * DAY)),
  );
  await storeReports(granary.db, bin, reports, now);
}

const listOpenAlerts = () =>
  granary.db
    .selectFrom('alerts')
    .innerJoin('binStates', 'binStates.binId', 'alerts.binId')
    .select(['alerts.rule', 'alerts.severity', 'alerts.sensors', 'binStates.state'])
    .where('alerts.binId', '=', bin.id)
    .where('alerts.rule', '=', 'storage-time')
    .where('alerts.closedAt', 'is', null)
    .execute();

/** All alerts about storage time, including those that ended. */
const listAlerts = () =>
  granary.db
    .selectFrom('alerts')
    .select(['id', 'since', 'announcedAt'])
    .where('binId', '=', bin.id)
    .where('rule', '=', 'storage-time')
    .execute();

const createWarning = (cable: number, position: number) => ({
  rule: 'storage-time',
  severity: 'warning',
  state: 'warning',
  sensors: [{ cable, position, depth: position, value: expect.any(Number) }],
});

describe('the alert about storage time', () => {
  it('begins at 80 %, names its sensor and ends when the bin is emptied', async () => {
    await store(3);
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([]);
    granary.advance(18 * DAY);
    await store(17);
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([createWarning(1, 1)]);
    const empty = { date_time: new Date(granary.now() + 1).toISOString(), level_sensor: 10_000 };
    await storeReports(granary.db, bin, [empty], millis(granary.now() + HOUR));
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([]);
  });

  it('does not begin again for new grain on the day that the bin was emptied', async () => {
    await store(DAYS_UNTIL_ALERT);
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([createWarning(1, 1)]);
    const now = granary.now();
    const reports = [10_000, 10_000, 1_000, 1_000].map((level, index) => ({
      ...toReport(millis(now + (index + 1) * 10 * MINUTE)),
      level_sensor: level,
    }));
    await storeReports(granary.db, bin, reports, millis(now + HOUR));
    await alerts.evaluate();
    const evaluateAgain = async () => {
      await granary.db.transaction().execute((trx) => markBin(trx, bin.id));
      await alerts.evaluate();
    };
    await evaluateAgain();
    expect(await listOpenAlerts()).toEqual([]);
    // The day has no means until a reading from a later day arrives.
    granary.advance(DAY);
    await evaluateAgain();
    expect(await listOpenAlerts()).toEqual([]);
  });

  it('does not name a muted sensor, and ends when the last one is muted', async () => {
    await store(DAYS_UNTIL_ALERT);
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([createWarning(1, 1)]);
    const [before] = await listAlerts();
    const mute = async (...sensors: readonly (readonly [cable: number, position: number])[]) => {
      const values = sensors.map(([cable, position]) => ({
        binId: bin.id,
        cable,
        position,
        status: 'mute' as const,
      }));
      await granary.db.insertInto('sensorStatuses').values(values).execute();
      await markBinsOfBoard(granary.db, bin.mainBoardId);
      await alerts.evaluate();
    };
    await mute([1, 1], [1, 2]);
    expect(await listOpenAlerts()).toEqual([createWarning(2, 1)]);
    expect(await listAlerts()).toEqual([before]);
    await mute([2, 1], [2, 2], [3, 1], [3, 2]);
    expect(await listOpenAlerts()).toEqual([]);
  });

  it('is not evaluated with a live reading, even if the bin was also changed', async () => {
    await store(DAYS_UNTIL_ALERT);
    await alerts.evaluate();
    await granary.db.deleteFrom('alerts').where('binId', '=', bin.id).execute();
    await granary.db
      .updateTable('alertMemories')
      .set({ memory: null })
      .where('binId', '=', bin.id)
      .execute();
    granary.advance(HOUR);
    await store(0);
    await granary.db.transaction().execute((trx) => markBin(trx, bin.id));
    await evaluateBin(createEvaluationPorts(granary.db, granary.now), bin.id);
    expect(await listOpenAlerts()).toEqual([]);
    expect(await findOtherBins(granary.db, 10)).toEqual([bin.id]);
    await alerts.evaluate();
    expect(await listOpenAlerts()).toEqual([createWarning(1, 1)]);
  });

  it('begins while the bin has no data', async () => {
    await store(3);
    await alerts.tick();
    expect(await listOpenAlerts()).toEqual([]);
    for (let day = 0; day < 18; day++) {
      granary.advance(DAY);
      await alerts.tick();
    }
    expect(await listOpenAlerts()).toEqual([{ ...createWarning(1, 1), state: expect.any(String) }]);
  });
});
