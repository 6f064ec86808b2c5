import { randomBytes } from 'node:crypto';
import type { ChannelName } from '@granary/domain/notifications/channel';
import { SECOND } from '@granary/domain/units';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { installWriteFailures, setFailingWrites } from '../../test/support/write-failures.ts';
import { type Alerts, wireAlerts } from '../app/wire-alerts.ts';
import { Outbox } from '../outbox/outbox.ts';
import { Metrics } from '../platform/metrics/metrics.ts';

let granary: TestApp;
/** The IDs of messages in the order in which their channels accepted them. */
let deliveredIds: string[];
let countedEvents: string[];

beforeAll(async () => {
  granary = await createTestApp();
  await installWriteFailures(granary.db, [
    'alerts',
    'notifications',
    'outbox_messages',
    'sms_sent',
  ]);
});

afterAll(() => granary.dispose());

function failed(error: unknown): void {
  expect(String(error)).toContain('failing write');
}

function createOutbox(): Outbox {
  const deliver = async (id: string) => void deliveredIds.push(id);
  return new Outbox({
    db: granary.db,
    key: randomBytes(32),
    now: granary.now,
    addJob: async () => {},
    sendMail: deliver,
    sendPush: deliver,
    sendSms: deliver,
    maySee: async () => true,
    updatePush: async (push) => push,
    counted: (channel, what) => void countedEvents.push(`${channel} ${what}`),
    failed,
  });
}

function startAlerts(outbox: Outbox): Alerts {
  const alerts = wireAlerts(
    {
      db: granary.db,
      now: granary.now,
      repeat: () => () => {},
      metrics: new Metrics(),
      config: { publicUrl: null },
      createOptOutLink: () => null,
      failed,
    },
    { outbox, deliversMail: true, sendsSms: true },
  );
  // The server has been listening to boards all along.
  alerts.observer.stored([]);
  return alerts;
}

/** Turns on all channels for the owner. */
async function turnOnChannels({ user }: CustomerFixtures['farmer']): Promise<void> {
  const { db, now } = granary;
  const at = new Date(now());
  await db
    .updateTable('users')
    .set({ notifies: true, notifiesByEmail: true, notifiesByPush: true, notifiesBySms: true })
    .where('id', '=', user.id)
    .execute();
  await db
    .insertInto('devices')
    .values({
      userId: user.id,
      token: `https://push.example/${user.id}`,
      p256dh: 'key',
      auth: 'secret',
      deviceType: '',
      notifies: true,
      notifiesByPush: true,
      registeredAt: at,
    })
    .execute();
  await db
    .insertInto('smsNumbers')
    .values({
      userId: user.id,
      number: `+1204${String(user.id).padStart(7, '0')}`,
      confirmedAt: at,
      newNumber: null,
      codeHash: null,
      codeExpiresAt: null,
    })
    .execute();
}

const findMessages = () =>
  granary.db.selectFrom('outboxMessages').select(['id', 'channel', 'repeats', 'endedAt']).execute();

/** Delivers the waiting messages as the jobs do, and tries again after each kill. */
async function deliver(outbox: Outbox): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const waiting = (await findMessages()).filter(({ endedAt }) => endedAt === null);
    if (waiting.length === 0) return;
    for (const { channel, id } of waiting) await outbox.send(channel, id).catch(failed);
  }
  expect.unreachable('the messages were not delivered within 50 rounds');
}

const channels: readonly ChannelName[] = ['mail', 'push', 'sms'];

it('each channel gets one message even if the server is killed at any write, and repeats are counted', async () => {
  let repeats = 0;
  const createWriteNumbers = (max: number) =>
    fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: max / 2 });
  await fc.assert(
    fc.asyncProperty(
      createWriteNumbers(16),
      createWriteNumbers(12),
      async (alertWrites, deliveryWrites) => {
        const { db, now } = granary;
        deliveredIds = [];
        countedEvents = [];
        await setFailingWrites(db, []);
        await db.deleteFrom('outboxMessages').execute();
        const { farmer } = await addCustomerFixtures(db);
        await turnOnChannels(farmer);
        const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
        const bin = await addBin(db, farmer.farm.id, temperature);
        const outbox = createOutbox();
        const alerts = startAlerts(outbox);
        const hotReport = { date_time: new Date(now()).toISOString(), temp_reading: [[31]] };
        await storeReports(db, bin, [hotReport], now());
        await setFailingWrites(db, alertWrites);
        await expect
          .poll(async () => {
            granary.advance(15 * SECOND);
            await alerts.evaluate();
            return (await findMessages()).map(({ channel }) => channel).sort();
          })
          .toEqual(channels);
        await alerts.stop();
        await setFailingWrites(db, deliveryWrites);
        await deliver(outbox);
        const messages = await findMessages();
        expect(messages.map(({ channel }) => channel).sort()).toEqual(channels);
        for (const message of messages) {
          const deliveryCount = deliveredIds.filter((id) => id === message.id).length;
          expect(message.repeats).toBe(deliveryCount - 1);
          const count = countedEvents.filter(
            (event) => event === `${message.channel} repeated`,
          ).length;
          expect(count).toBe(deliveryCount - 1);
          repeats += deliveryCount - 1;
        }
        const ownerNotifications = await db
          .selectFrom('notifications')
          .select('id')
          .where('userId', '=', farmer.user.id)
          .execute();
        expect(ownerNotifications).toHaveLength(1);
      },
    ),
    {
      numRuns: 8,
      endOnFailure: true,
      // The second write records that the first message was sent.
      examples: [
        [
          [1, 3, 6],
          [2, 5],
        ],
      ],
    },
  );
  expect(repeats).toBeGreaterThan(0);
}, 120_000);
