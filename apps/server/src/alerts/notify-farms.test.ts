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
let pushed: NewPush[];

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  await granary.db.deleteFrom('alerts').execute();
  await granary.db.deleteFrom('alertMarks').execute();
  fixtures = await addCustomerFixtures(granary.db);
  pushed = [];
});

const addFarmerBin = (name: string) => addBin(granary.db, fixtures.farmer.farm.id, { name }, []);

/** Adds an alert about a bin that people should be notified of from now on. */
async function raise(binId: number, severity: 'critical' | 'warning' = 'critical') {
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

const ports = (): NotifyPorts => ({
  db: granary.db,
  now: granary.now,
  findLanguage: async () => LANGUAGES[0],
  formatMessage,
  notify: (trx, notification, isUrgent) =>
    notify(trx, notification, isUrgent, {
      addPush: async (_, push) => void pushed.push(push),
      withdrawPushes: async () => {},
    }),
  failed: (error) => expect.unreachable(String(error)),
});

const run = (changed: Partial<NotifyPorts> = {}) =>
  notifyFarms({ ...ports(), ...changed }, new AbortController().signal);

/** What a bell shows, oldest first. */
async function bell(userId = fixtures.farmer.user.id) {
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
  it('covers all bins of a farm that get alerts together', async () => {
    const { farm, user } = fixtures.farmer;
    const bins = [await addFarmerBin('Home 1'), await addFarmerBin('Home 2')];
    for (const { id } of bins) await raise(id);
    await addBrowser(user.id);
    await run();
    expect(await bell()).toEqual([
      {
        title: `Open alerts on ${farm.name}`,
        body: 'Home 1: High temperature; Home 2: High temperature',
        target: `/alerts?farm=${farm.id}`,
        isRead: false,
      },
    ]);
    expect(pushed).toHaveLength(1);
    await run();
    expect(await bell()).toHaveLength(1);
    expect(await bell(fixtures.distributor.id)).toEqual([]);
  });

  it('is pushed with those of its alerts that are open and not acknowledged when it is sent', async () => {
    const { db } = granary;
    const { user, farm } = fixtures.farmer;
    await addBrowser(user.id);
    const bins = [
      await addFarmerBin('Home 1'),
      await addFarmerBin('Home 2'),
      await addFarmerBin('Home 3'),
    ];
    for (const { id } of bins) await raise(id, 'warning');
    await run();
    const [push] = pushed;
    const notification = await db
      .selectFrom('notifications')
      .select('id')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow();
    if (push === undefined) expect.unreachable('nothing was pushed');
    const send = () => updatePush(ports(), push, notification.id);
    const change = (index: number, set: { closedAt: Date } | { acknowledgedAt: Date }) =>
      db
        .updateTable('alerts')
        .set(set)
        .where('binId', '=', bins[index]?.id ?? 0)
        .execute();
    const at = new Date(granary.now());
    expect(await send()).toEqual(push);
    await change(0, { closedAt: at });
    const body = 'Home 2: High temperature; Home 3: High temperature';
    expect(await send()).toEqual({ ...push, body });
    await change(1, { acknowledgedAt: at });
    expect(await send()).toEqual({
      ...push,
      title: 'Home 3: High temperature',
      body: `High temperature: 30 °C, limit 25 °C · ${farm.name}`,
      target: `/binsensor/${bins[2]?.id}`,
    });
    await change(2, { closedAt: at });
    expect(await send()).toBeNull();
    await db
      .updateTable('notifications')
      .set({ farmId: null })
      .where('id', '=', notification.id)
      .execute();
    expect(await send()).toEqual(push);
  });

  it('adds alerts of the next five minutes, and is unread again', async () => {
    const { user } = fixtures.farmer;
    const start = granary.now();
    await addBrowser(user.id);
    await raise((await addFarmerBin('Home 1')).id, 'warning');
    await run();
    await granary.db
      .updateTable('notifications')
      .set({ readAt: new Date(granary.now()) })
      .where('userId', '=', user.id)
      .execute();
    granary.advance(EVALUATION_WAIT);
    await raise((await addFarmerBin('Home 2')).id);
    await run();
    expect(await bell()).toMatchObject([
      { body: 'Home 2: High temperature; Home 1: High temperature', isRead: false },
    ]);
    // Devices replace the first message, because its time is the same.
    expect(pushed.map(({ at }) => at)).toEqual([start, start]);
    granary.advance(FOLLOW_UP_DELAY);
    await raise((await addFarmerBin('Home 3')).id);
    await run();
    expect((await bell()).map(({ title }) => title)).toEqual([
      `Open alerts on ${fixtures.farmer.farm.name}`,
      'Home 3: High temperature',
    ]);
  });

  it('shows an alert again when it becomes critical, but not while it stays critical', async () => {
    await raise((await addFarmerBin('Home 1')).id, 'warning');
    await run();
    granary.advance(FOLLOW_UP_DELAY);
    const severity = 'critical';
    await granary.db.updateTable('alerts').set({ severity, announcedSeverity: severity }).execute();
    await run();
    granary.advance(FOLLOW_UP_DELAY);
    await run();
    expect(await bell()).toHaveLength(2);
  });

  it('waits for the bins of the farm that are still to be evaluated', async () => {
    const bin = await addFarmerBin('Home 1');
    await raise(bin.id);
    await markBinsOfBoard(granary.db, bin.mainBoardId);
    await run();
    expect(await bell()).toEqual([]);
    granary.advance(EVALUATION_WAIT);
    await run();
    expect(await bell()).toHaveLength(1);
  });

  it('does not mention ended alerts or deleted bins', async () => {
    const ended = await addFarmerBin('Home 1');
    const deleted = await addFarmerBin('Home 2');
    for (const { id } of [ended, deleted]) await raise(id);
    const at = new Date(granary.now());
    await granary.db
      .updateTable('alerts')
      .set({ closedAt: at })
      .where('binId', '=', ended.id)
      .execute();
    await granary.db
      .updateTable('bins')
      .set({ deletedAt: at })
      .where('id', '=', deleted.id)
      .execute();
    await run();
    expect(await bell()).toEqual([]);
  });

  it('includes each alert once, even after a transaction that failed', async () => {
    await raise((await addFarmerBin('Home 1')).id);
    const errors: unknown[] = [];
    const failed = (error: unknown) => void errors.push(error);
    const fail = async (...notification: Parameters<NotifyPorts['notify']>) => {
      await ports().notify(...notification);
      throw new Error('killed');
    };
    await run({ notify: fail, failed });
    expect(errors).toHaveLength(1);
    expect(await bell()).toEqual([]);
    await Promise.all([run(), run()]);
    expect(await bell()).toHaveLength(1);
  });

  it('goes to the owner of the farm at that time', async () => {
    await raise((await addFarmerBin('Home 1')).id);
    await run();
    const { id } = fixtures.neighbor.user;
    await granary.db
      .updateTable('farms')
      .set({ ownerId: id })
      .where('id', '=', fixtures.farmer.farm.id)
      .execute();
    granary.advance(EVALUATION_WAIT);
    await raise((await addFarmerBin('Home 2')).id);
    await run();
    expect(await bell(id)).toMatchObject([{ title: 'Home 2: High temperature' }]);
    expect(await bell()).toHaveLength(1);
  });
});
