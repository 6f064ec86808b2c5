import { MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { IngestFeed } from '../../test/support/ingest-feed.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { changeNotification, notify, type PushOutbox } from '../notifications/notify.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { notifyOfPowerOutages } from './notify-of-power-outages.ts';

let database: TestDatabase;
let farmId: number;
let feed: IngestFeed;
let board: string;
let binIds: readonly number[];
let boardCount = 0;
let now: Millis;
/**
 * The titles of the messages to the owner's device, each with its time if it waits for the end of quiet
 * hours.
 */
let sentTitles: string[];
let ownerId: number;

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));
const BIN_COUNT = 7;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

beforeEach(async () => {
  const { db } = database;
  farmId = await seedFarm(db);
  board = `board-${++boardCount}`;
  const bins = Array.from({ length: BIN_COUNT }, (_, index) => ({ binNumber: index + 1 }));
  const ids = await seedBoard(db, farmId, { id: board, key: null, bins });
  binIds = bins.map(({ binNumber }) => ids.get(binNumber) ?? 0);
  for (const [index, id] of binIds.entries()) {
    const name = `Home ${index + 1}`;
    await db.updateTable('bins').set({ fanAttached: true, name }).where('id', '=', id).execute();
  }
  feed = new IngestFeed(db);
  now = NOW;
  sentTitles = [];
  const farm = await db
    .selectFrom('farms')
    .select('ownerId')
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  ownerId = farm.ownerId;
  await db
    .insertInto('devices')
    .values({
      token: `https://push.example/${board}`,
      deviceType: 'web',
      userId: ownerId,
      p256dh: 'a key',
      auth: 'a secret',
      notifies: true,
      notifiesByPush: true,
      registeredAt: new Date(NOW),
    })
    .execute();
});

/** Creates a fan frame for a bin, sent `ms` after NOW by the board's clock. */
function createFanFrame(state: 'on' | 'off', ms: number, binNumber = 1) {
  const date_time = new Date(NOW + ms).toISOString();
  const body = { v: 1, bin_number: binNumber, fan: state, date_time };
  return { board, at: NOW, kind: 'fan-data' as const, body };
}

const createOutageFrame = (ms: number, eventId: string, binNumber = 1) => {
  const frame = createFanFrame('off', ms, binNumber);
  return { ...frame, body: { ...frame.body, by: 'restart', event_id: eventId } };
};

/**
 * Runs the notification job as if it had waited `waitedMs` for the farm's boards, and reads the owner's
 * notices.
 */
async function notifyAndReadNotices(waitedMs = MINUTE): Promise<string[]> {
  const { db } = database;
  await sql`
    update fan_controls set restarted_at = restarted_at - ${waitedMs} * interval '1 millisecond'
    where restarted_at > coalesce(power_cut_noticed_at, '-infinity')`.execute(db);
  await run();
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('farms', 'farms.ownerId', 'notifications.userId')
    .select(['title', 'body', 'target'])
    .where('farms.id', '=', farmId)
    .orderBy('notifications.id')
    .execute();
  return rows.map(({ title, body, target }) => `${title} | ${body} | ${target}`);
}

const outbox: PushOutbox = {
  addPush: async (_, { title }, { notBefore }) => {
    sentTitles.push(
      notBefore === undefined ? title : `${title} at ${new Date(notBefore).toISOString()}`,
    );
  },
  withdrawPushes: async () => {},
};

async function run(fails = false): Promise<unknown[]> {
  const errors: unknown[] = [];
  await notifyOfPowerOutages({
    db: database.db,
    now: () => now,
    findLanguage: async () => 'en',
    formatMessage,
    notify: async (trx, notice) => {
      const id = await notify(trx, notice, false, outbox);
      if (fails) throw new Error('killed');
      return id;
    },
    changeNotification: (trx, id, notice) => changeNotification(trx, id, notice, outbox),
    failed: (error) => errors.push(error),
  });
  return errors;
}

describe('a power outage', () => {
  it('that stops a fan notifies the owner once, and one without a running fan notifies nobody', async () => {
    await feed.send(createOutageFrame(0, 'without'));
    expect(await notifyAndReadNotices()).toEqual([]);
    await feed.send(createFanFrame('on', SECOND));
    await feed.send(
      createOutageFrame(2 * SECOND, 'stopped'),
      createOutageFrame(2 * SECOND, 'stopped'),
    );
    expect(await notifyAndReadNotices()).toEqual([
      expect.stringMatching(
        /^Fan stopped: power outage \| The fan at Home 1, .*, was running\. It stays off .* \| \/binsensor\/\d+\?tab=4$/,
      ),
    ]);
    await feed.send(
      createOutageFrame(2 * SECOND, 'stopped'),
      createOutageFrame(4 * SECOND, 'again'),
    );
    expect(await notifyAndReadNotices()).toHaveLength(1);
    await feed.send(createFanFrame('on', 5 * SECOND));
    await feed.send(createOutageFrame(6 * SECOND, 'later'));
    expect(await notifyAndReadNotices()).toHaveLength(2);
  });

  it('in which power comes back several times causes one notice', async () => {
    await feed.send(createFanFrame('on', 0));
    await feed.send(createOutageFrame(SECOND, 'first'));
    await feed.send(createOutageFrame(2 * SECOND, 'second'));
    expect(await notifyAndReadNotices()).toHaveLength(1);
  });

  it('causes one notice for the farm, which names the first bins', async () => {
    const numbers = binIds.map((_, index) => index + 1);
    await feed.send(...numbers.map((number) => createFanFrame('on', 0, number)));
    await feed.send(
      ...numbers.slice(0, 4).map((number) => createOutageFrame(SECOND, `cut ${number}`, number)),
    );
    // The board reports the other bins within half a minute.
    expect(await notifyAndReadNotices(20 * SECOND)).toEqual([]);
    await feed.send(
      ...numbers.slice(4).map((number) => createOutageFrame(SECOND, `cut ${number}`, number)),
    );
    expect(await notifyAndReadNotices(11 * SECOND)).toEqual([
      expect.stringMatching(
        /^7 fans stopped: power outage \| The fans on these bins at .* were running: Home 1, Home 2, Home 3, Home 4, Home 5, …\. .* \| \/binsensorlist\/\d+$/,
      ),
    ]);
  });

  it('after which boards connect minutes apart causes one notice, sent once', async () => {
    await feed.send(
      createFanFrame('on', 0, 1),
      createFanFrame('on', 0, 2),
      createFanFrame('on', 0, 3),
    );
    await feed.send(createOutageFrame(SECOND, 'first', 1));
    await notifyAndReadNotices();
    now = millis(NOW + 14 * MINUTE);
    await feed.send(createOutageFrame(SECOND, 'second', 2));
    expect(await notifyAndReadNotices()).toEqual([
      expect.stringMatching(/^2 fans stopped: .* were running: Home 1, Home 2\. .*binsensorlist/),
    ]);
    expect(sentTitles).toEqual(['Fan stopped: power outage']);
    now = millis(NOW + 15 * MINUTE + 1);
    await feed.send(createOutageFrame(SECOND, 'third', 3));
    expect((await notifyAndReadNotices())[1]).toMatch(
      /^Fan stopped: power outage \| The fan at Home 3,/,
    );
    expect(sentTitles).toHaveLength(2);
  });

  it('at a board that reported after the notice causes a new notice', async () => {
    await feed.send(createFanFrame('on', 0, 1), createFanFrame('on', 0, 2));
    await feed.send(createOutageFrame(SECOND, 'first', 1));
    await notifyAndReadNotices();
    const at = (ms: number) => millis(NOW + ms);
    await feed.send({ ...createFanFrame('on', 5 * MINUTE, 2), at: at(5 * MINUTE) });
    now = at(10 * MINUTE);
    await feed.send({ ...createOutageFrame(10 * MINUTE, 'second', 2), at: now });
    expect((await notifyAndReadNotices())[1]).toMatch(
      /^Fan stopped: power outage \| The fan at Home 2,/,
    );
    expect(sentTitles).toHaveLength(2);
  });

  it('during quiet hours is reported after they end, with all its fans', async () => {
    await database.db
      .updateTable('users')
      .set({ quietFrom: '00:00', quietUntil: '23:00', timezone: 'UTC' })
      .where('id', '=', ownerId)
      .execute();
    await feed.send(createFanFrame('on', 0, 1), createFanFrame('on', 0, 2));
    await feed.send(createOutageFrame(SECOND, 'first', 1));
    await notifyAndReadNotices();
    now = millis(NOW + MINUTE);
    await feed.send(createOutageFrame(SECOND, 'second', 2));
    await notifyAndReadNotices();
    expect(sentTitles).toEqual([
      'Fan stopped: power outage at 2026-10-14T23:00:00.000Z',
      '2 fans stopped: power outage at 2026-10-14T23:00:00.000Z',
    ]);
  });

  it('after a fan was turned on again causes a new notice', async () => {
    await feed.send(createFanFrame('on', 0, 1), createFanFrame('on', 0, 2));
    await feed.send(createOutageFrame(SECOND, 'first', 1));
    await notifyAndReadNotices();
    await feed.send(createFanFrame('on', 2 * SECOND, 1));
    await feed.send(createOutageFrame(3 * SECOND, 'second', 2));
    expect((await notifyAndReadNotices())[1]).toMatch(
      /^Fan stopped: power outage \| The fan at Home 2,/,
    );
    expect(sentTitles).toHaveLength(2);
  });

  it('causes one notice, even after a transaction that failed', async () => {
    await feed.send(createFanFrame('on', 0));
    await feed.send(createOutageFrame(SECOND, 'cut'));
    await sql`update fan_controls set restarted_at = restarted_at - interval '1 minute'`.execute(
      database.db,
    );
    expect(await run(true)).toEqual([new Error('killed')]);
    expect(await notifyAndReadNotices()).toHaveLength(1);
    expect(await notifyAndReadNotices()).toHaveLength(1);
  });

  it('that stops a fan on a schedule notifies the owner only if someone at the bin put the schedule on hold', async () => {
    const bins = database.db.updateTable('bins').set({ fanMode: 'scheduled' });
    await bins.where('id', 'in', binIds).execute();
    const onFrame = createFanFrame('on', 0);
    await feed.send(
      { ...onFrame, body: { ...onFrame.body, by: 'command' } },
      createOutageFrame(SECOND, 'scheduled'),
    );
    expect(await notifyAndReadNotices()).toEqual([]);
    // Someone turns the fan on at the switch.
    await feed.send(createFanFrame('on', 2 * SECOND));
    await feed.send(createOutageFrame(3 * SECOND, 'held'));
    expect(await notifyAndReadNotices()).toHaveLength(1);
  });
});
