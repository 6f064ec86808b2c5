import { DAY, HOUR, type Millis } from '@granary/domain/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { notify } from '../notifications/notify.ts';
import type { Push } from '../outbox/outbox.ts';
import { Metrics } from '../platform/metrics/metrics.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let alerts: Alerts;
let bin: TestBin;
let pushes: Push[];
let pushOptions: { readonly expiresAt: Millis; readonly notBefore?: Millis }[];

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  pushes = [];
  pushOptions = [];
  alerts = wireAlerts(
    {
      db: granary.db,
      now: granary.now,
      repeat: () => () => {},
      metrics: new Metrics(),
      config: { publicUrl: null },
      createOptOutLink: () => null,
      failed: (error) => expect.unreachable(String(error)),
    },
    {
      ...noMessages,
      outbox: {
        ...noMessages.outbox,
        addPush: async (_, push, options) => {
          pushes.push(push);
          pushOptions.push(options);
        },
      },
    },
  );
  // The server has been listening to boards all along.
  alerts.observer.stored([]);
  const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4', ...temperature }, [
    { name: 'North' },
  ]);
});

/** Turns on push messages in one of the farmer's browsers; other devices get none. */
async function turnOnPush(): Promise<void> {
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
}

/** Reports a warm sensor in the farmer's bin, which raises an alert. */
async function reportWarmSensor(): Promise<void> {
  const report = {
    date_time: new Date(granary.now()).toISOString(),
    temp_reading: [[20, 26]],
    humidity_readings: [[50, 50]],
  };
  await storeReports(granary.db, bin, [report], granary.now());
  await alerts.evaluate();
}

afterEach(() => alerts.stop());

describe('an alert', () => {
  it("is sent to the owner's browsers, with the text of the notification", async () => {
    const { user } = fixtures.farmer;
    await turnOnPush();
    await reportWarmSensor();
    const { title, body, target } = await granary.db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(pushes).toEqual([
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

  it('waits for the end of quiet hours unless it is critical', async () => {
    await turnOnPush();
    const formatHour = (hours: number) =>
      new Date(granary.now() + hours * HOUR).toISOString().slice(11, 16);
    await granary.db
      .updateTable('users')
      .set({ quietFrom: formatHour(-1), quietUntil: formatHour(2), timezone: 'UTC' })
      .where('id', '=', fixtures.farmer.user.id)
      .execute();
    await reportWarmSensor();
    const now = granary.now();
    expect(pushOptions).toMatchObject([{ expiresAt: now + DAY, farmId: fixtures.farmer.farm.id }]);
    expect(pushOptions[0]?.notBefore).toBeUndefined();
    const { id: userId } = fixtures.farmer.user;
    const notification = { userId, title: 'Battery low', body: '', target: '/', at: new Date(now) };
    await granary.db.transaction().execute((trx) =>
      notify(trx, notification, false, {
        addPush: async (_, __, options) => void pushOptions.push(options),
        withdrawPushes: async () => {},
      }),
    );
    const notBefore = now + 2 * HOUR;
    expect(pushOptions[1]).toMatchObject({ notBefore, expiresAt: notBefore + DAY });
  });
});
