import { LANGUAGES } from '@granary/contract/accounts/http';
import { EVALUATION_WAIT, FOLLOW_UP_DELAY } from '@granary/domain/alerts/alert-mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBin, addCustomerFixtures, type CustomerFixtures } from '../../test/support/fixtures.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { type NewPush, notify } from '../notifications/notify.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { markBinsOfBoard } from './marks-store.ts';
import { type NotifyPorts, notifyFarms, updatePush } from './notify-farms.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let pushes: NewPush[];

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('alerts').execute();
  await granary.db.deleteFrom('alertMarks').execute();
  fixtures = await addCustomerFixtures(granary.db);
  pushes = [];
});

const addFarmerBin = (name: string) => addBin(granary.db, fixtures.farmer.farm.id, { name }, []);

/** Adds an alert about a bin; notifications about the alert are due from now on. */
async function raiseAlert(binId: number, severity: 'critical' | 'warning' = 'critical') {
  const at = new Date(granary.now());
  const row = {
    binId,
    severity,
    since: at,
    raisedAt: at,
    value: 30,
    limitValue: 25,
    sensors: '[]',
  };
  await granary.db
    .insertInto('alerts')
    .values({ ...row, rule: 'temperature', announcedSeverity: severity, announcedAt: at })
    .execute();
}

const createPorts = (): NotifyPorts => ({
  db: granary.db,
  now: granary.now,
  findLanguage: async () => LANGUAGES[0],
  formatMessage,
  notify: (trx, notification, isUrgent) =>
    notify(trx, notification, isUrgent, {
      addPush: async (_, push) => void pushes.push(push),
      withdrawPushes: async () => {},
    }),
  failed: (error) => expect.unreachable(String(error)),
});

const runNotifyFarms = (overrides: Partial<NotifyPorts> = {}) =>
  notifyFarms({ ...createPorts(), ...overrides }, new AbortController().signal);

/** A user's notifications, oldest first. */
async function listNotifications(userId = fixtures.farmer.user.id) {
  const rows = await granary.db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ title, body, target, readAt }) => ({
    title,
    body,
    target,
    isRead: readAt !== null,
  }));
}

async function addBrowser(userId: number) {
  await granary.db
    .updateTable('users')
    .set({ notifies: true, notifiesByPush: true })
    .where('id', '=', userId)
    .execute();
  await granary.db
    .insertInto('devices')
    .values({
      userId,
      token: `https://push.example/${userId}`,
      deviceType: '',
      notifies: true,
      notifiesByPush: true,
      registeredAt: new Date(granary.now()),
      p256dh: 'key',
      auth: 'secret',
    })
    .execute();
}

describe('the notification to a farm’s owner', () => {
  it('covers all bins of a farm that get alerts at the same time', async () => {
    const { farm, user } = fixtures.farmer;
    const bins = [await addFarmerBin('Home 1'), await addFarmerBin('Home 2')];
    for (const { id } of bins) await raiseAlert(id);
    await addBrowser(user.id);
    await runNotifyFarms();
    expect(await listNotifications()).toEqual([
      {
        title: `Open alerts at ${farm.name}`,
        body: 'Home 1: High temperature; Home 2: High temperature',
        target: `/alerts?farm=${farm.id}`,
        isRead: false,
      },
    ]);
    expect(pushes).toHaveLength(1);
    await runNotifyFarms();
    expect(await listNotifications()).toHaveLength(1);
    expect(await listNotifications(fixtures.distributor.id)).toEqual([]);
  });

  it('is pushed with only the alerts that are still open and unacknowledged when it is sent', async () => {
    const { db } = granary;
    const { user, farm } = fixtures.farmer;
    await addBrowser(user.id);
    const bins = [
      await addFarmerBin('Home 1'),
      await addFarmerBin('Home 2'),
      await addFarmerBin('Home 3'),
    ];
    for (const { id } of bins) await raiseAlert(id, 'warning');
    await runNotifyFarms();
    const [push] = pushes;
    const notification = await db
      .selectFrom('notifications')
      .select('id')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    if (push === undefined) expect.unreachable('nothing was pushed');
    const updateForSending = () => updatePush(createPorts(), push, notification.id);
    const change = (index: number, set: { closedAt: Date } | { acknowledgedAt: Date }) =>
      db
        .updateTable('alerts')
        .set(set)
        .where('binId', '=', bins[index]?.id ?? 0)
        .execute();
    const at = new Date(granary.now());
    expect(await updateForSending()).toEqual(push);
    await change(0, { closedAt: at });
    const body = 'Home 2: High temperature; Home 3: High temperature';
    expect(await updateForSending()).toEqual({ ...push, body });
    await change(1, { acknowledgedAt: at });
    expect(await updateForSending()).toEqual({
      ...push,
      title: 'Home 3: High temperature',
      body: `High temperature: 30 °C, limit 25 °C · ${farm.name}`,
      target: `/binsensor/${bins[2]?.id}`,
    });
    await change(2, { closedAt: at });
    expect(await updateForSending()).toBeNull();
    await db
      .updateTable('notifications')
      .set({ farmId: null })
      .where('id', '=', notification.id)
      .execute();
    expect(await updateForSending()).toEqual(push);
  });

  it('adds alerts from the next five minutes, and becomes unread again', async () => {
    const { user } = fixtures.farmer;
    const start = granary.now();
    await addBrowser(user.id);
    await raiseAlert((await addFarmerBin('Home 1')).id, 'warning');
    await runNotifyFarms();
    await granary.db
      .updateTable('notifications')
      .set({ readAt: new Date(granary.now()) })
      .where('userId', '=', user.id)
      .execute();
    granary.advance(EVALUATION_WAIT);
    await raiseAlert((await addFarmerBin('Home 2')).id);
    await runNotifyFarms();
    expect(await listNotifications()).toMatchObject([
      { body: 'Home 2: High temperature; Home 1: High temperature', isRead: false },
    ]);
    // Devices replace the first message, because its time is the same.
    expect(pushes.map(({ at }) => at)).toEqual([start, start]);
    granary.advance(FOLLOW_UP_DELAY);
    await raiseAlert((await addFarmerBin('Home 3')).id);
    await runNotifyFarms();
    expect((await listNotifications()).map(({ title }) => title)).toEqual([
      `Open alerts at ${fixtures.farmer.farm.name}`,
      'Home 3: High temperature',
    ]);
  });

  it('shows an alert again when it becomes critical, but not while it stays critical', async () => {
    await raiseAlert((await addFarmerBin('Home 1')).id, 'warning');
    await runNotifyFarms();
    granary.advance(FOLLOW_UP_DELAY);
    const severity = 'critical';
    await granary.db.updateTable('alerts').set({ severity, announcedSeverity: severity }).execute();
    await runNotifyFarms();
    granary.advance(FOLLOW_UP_DELAY);
    await runNotifyFarms();
    expect(await listNotifications()).toHaveLength(2);
  });

  it('waits for the bins of the farm that are still to be evaluated', async () => {
    const bin = await addFarmerBin('Home 1');
    await raiseAlert(bin.id);
    await markBinsOfBoard(granary.db, bin.mainBoardId);
    await runNotifyFarms();
    expect(await listNotifications()).toEqual([]);
    granary.advance(EVALUATION_WAIT);
    await runNotifyFarms();
    expect(await listNotifications()).toHaveLength(1);
  });

  it('does not mention ended alerts or deleted bins', async () => {
    const binWithEndedAlert = await addFarmerBin('Home 1');
    const deletedBin = await addFarmerBin('Home 2');
    for (const { id } of [binWithEndedAlert, deletedBin]) await raiseAlert(id);
    const at = new Date(granary.now());
    await granary.db
      .updateTable('alerts')
      .set({ closedAt: at })
      .where('binId', '=', binWithEndedAlert.id)
      .execute();
    await granary.db
      .updateTable('bins')
      .set({ deletedAt: at })
      .where('id', '=', deletedBin.id)
      .execute();
    await runNotifyFarms();
    expect(await listNotifications()).toEqual([]);
  });

  it('includes each alert once, even after a transaction that failed', async () => {
    await raiseAlert((await addFarmerBin('Home 1')).id);
    const errors: unknown[] = [];
    const failed = (error: unknown) => void errors.push(error);
    const notifyAndFail = async (...notification: Parameters<NotifyPorts['notify']>) => {
      await createPorts().notify(...notification);
      throw new Error('killed');
    };
    await runNotifyFarms({ notify: notifyAndFail, failed });
    expect(errors).toHaveLength(1);
    expect(await listNotifications()).toEqual([]);
    await Promise.all([runNotifyFarms(), runNotifyFarms()]);
    expect(await listNotifications()).toHaveLength(1);
  });

  it("goes to the farm's current owner", async () => {
    await raiseAlert((await addFarmerBin('Home 1')).id);
    await runNotifyFarms();
    const { id } = fixtures.neighbor.user;
    await granary.db
      .updateTable('farms')
      .set({ ownerId: id })
      .where('id', '=', fixtures.farmer.farm.id)
      .execute();
    granary.advance(EVALUATION_WAIT);
    await raiseAlert((await addFarmerBin('Home 2')).id);
    await runNotifyFarms();
    expect(await listNotifications(id)).toMatchObject([{ title: 'Home 2: High temperature' }]);
    expect(await listNotifications()).toHaveLength(1);
  });
});
