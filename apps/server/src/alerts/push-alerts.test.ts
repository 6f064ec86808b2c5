import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { noMessages } from '../../test/support/no-messages.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { type Alerts, wireAlerts } from '../app/wire-alerts.ts';
import type { Push } from '../outbox/outbox.ts';
import { Metrics } from '../platform/metrics/metrics.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let alerts: Alerts;
let bin: TestBin;
let pushed: Push[];

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  pushed = [];
  alerts = wireAlerts(
    {
      db: granary.db,
      now: granary.now,
      repeat: () => () => {},
      metrics: new Metrics(),
      config: { publicUrl: null },
      failed: (error) => expect.unreachable(String(error)),
    },
    {
      ...noMessages,
      outbox: { ...noMessages.outbox, addPush: async (_, push) => void pushed.push(push) },
    },
  );
  // Boards have been listened to all the time.
  alerts.observer.stored(false);
  const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4', ...temperature }, [
    { name: 'North' },
  ]);
});

describe('an alert', () => {
  it('is sent to the browsers of the owner, as it is behind the bell', async () => {
    const { user } = fixtures.farmer;
    const device = {
      deviceType: '',
      notifies: true,
      notifiesByPush: true,
      registeredAt: new Date(granary.now()),
    };
    const keys = { p256dh: 'key', auth: 'secret' };
    await granary.db
      .updateTable('users')
      .set({ notifies: true, notifiesByPush: true })
      .where('id', '=', user.id)
      .execute();
    await granary.db
      .insertInto('devices')
      .values([
        { ...device, ...keys, userId: user.id, token: `https://push.example/${bin.id}` },
        { ...device, userId: user.id, token: `without keys ${bin.id}` },
        { ...device, ...keys, userId: fixtures.neighbor.user.id, token: `other ${bin.id}` },
      ])
      .execute();
    const report = {
      date_time: new Date(granary.now()).toISOString(),
      temp_reading: [[20, 26]],
      hum_reading: [[50, 50]],
    };
    await storeReports(granary.db, bin, [report], granary.now());
    await alerts.evaluate();
    const { title, body, target } = await granary.db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(pushed).toEqual([
      {
        token: `https://push.example/${bin.id}`,
        userId: user.id,
        title,
        body,
        target,
        at: granary.now(),
      },
    ]);
  });
});
