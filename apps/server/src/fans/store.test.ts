import { DAY, HOUR, MINUTE, millis, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { IngestFeed } from '../../test/support/ingest-feed.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { findRunningFans } from '../commands/store.ts';
import { toDisplayTime } from './fan-state.ts';
import { findLastFanEvents } from './last-report-store.ts';

let database: TestDatabase;
let farmId: number;
let feed: IngestFeed;
let board: string;
let binId: number;
let boards = 0;

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));

beforeAll(async () => {
  database = await createTestDatabase();
  farmId = await seedFarm(database.db);
});

afterAll(() => database.dispose());

beforeEach(async () => {
  board = `board-${++boards}`;
  const bins = [{ binNumber: 1 }, { binNumber: 2 }];
  binId = (await seedBoard(database.db, farmId, { id: board, key: null, bins })).get(1) ?? 0;
  await database.db
    .updateTable('bins')
    .set({ fanAttached: true })
    .where('id', '=', binId)
    .execute();
  feed = new IngestFeed(database.db);
});

/** Creates a fan frame for bin 1, sent `ms` after NOW by the board's clock. */
function createFanFrame(state: 'on' | 'off', ms: number, arrivedAt = NOW) {
  const date_time = new Date(NOW + ms).toISOString();
  const body = { v: 1, bin_number: 1, fan: state, date_time };
  return { board, at: arrivedAt, kind: 'fan-data' as const, body };
}

const readLastEvent = async () => (await findLastFanEvents(database.db, [binId]))[0];

async function readEvents(): Promise<[number, boolean][]> {
  const rows = await database.db
    .selectFrom('fanEvents')
    .select(['at', 'isOn'])
    .where('binId', '=', binId)
    .orderBy('at')
    .orderBy('sentAt')
    .execute();
  return rows.map(({ at, isOn }) => [at.getTime() - NOW, isOn]);
}

describe('the last event of a fan', () => {
  it('does not exist before the first frame', async () => {
    expect(await findLastFanEvents(database.db, [binId])).toEqual([]);
  });

  it('has the time its state began, even if later events repeat it', async () => {
    await feed.send(createFanFrame('off', -50 * MINUTE), createFanFrame('on', -40 * MINUTE));
    await feed.send(createFanFrame('on', -20 * MINUTE), createFanFrame('on', -30 * MINUTE));
    const since = new Date(NOW - 40 * MINUTE);
    expect(await readLastEvent()).toEqual({ binId, isOn: true, since, reportedAt: new Date(NOW) });
    await feed.send(createFanFrame('off', -10 * MINUTE, millis(NOW + SECOND)));
    expect(await readLastEvent()).toEqual({
      binId,
      isOn: false,
      since: new Date(NOW - 10 * MINUTE),
      reportedAt: new Date(NOW + SECOND),
    });
  });

  it('is the one that arrived last, even if the clock has since been set back', async () => {
    await feed.send(createFanFrame('on', -2 * MINUTE, millis(NOW + HOUR)));
    await feed.send(createFanFrame('off', -MINUTE, millis(NOW + HOUR + SECOND)));
    await feed.send(createFanFrame('on', 0));
    expect(await readLastEvent()).toMatchObject({ isOn: true, since: new Date(NOW) });
    expect(await findRunningFans(database.db, [binId])).toEqual([binId]);
  });

  it('has the time of the first event if the state never changed', async () => {
    await feed.send(createFanFrame('on', -2 * MINUTE), createFanFrame('on', -MINUTE));
    expect(await readLastEvent()).toMatchObject({ isOn: true, since: new Date(NOW - 2 * MINUTE) });
  });

  it.each([
    ['is ahead', 0, 8 * MINUTE],
    ['was ahead', 9 * MINUTE, 0],
    ['was ahead and is behind', 9 * MINUTE, -3 * HOUR],
    ['is behind', 0, -3 * HOUR],
    ['was behind', -3 * HOUR, 0],
    ['was days behind', -3 * DAY, 0],
    ['falls days behind', 0, -3 * DAY],
    ['is days behind', -3 * DAY - MINUTE, -3 * DAY],
  ])(
    'is the one that arrived last, even if the clock of the board %s',
    async (_, before, after) => {
      await feed.send(createFanFrame('off', before));
      const later = millis(NOW + MINUTE);
      await feed.send(createFanFrame('on', MINUTE + after, later));
      const event = await readLastEvent();
      expect(event).toMatchObject({ isOn: true, since: new Date(NOW + MINUTE + after) });
      expect(event && toDisplayTime(event)).toBeLessThanOrEqual(later);
      expect(await findRunningFans(database.db, [binId])).toEqual([binId]);
    },
  );

  it('ignores imported past events', async () => {
    const importUntil = new Date(NOW + HOUR);
    await database.db
      .updateTable('mainBoards')
      .set({ importUntil })
      .where('id', '=', board)
      .execute();
    await feed.send(createFanFrame('off', -MINUTE));
    await feed.send(createFanFrame('on', -DAY - MINUTE, millis(NOW + MINUTE)));
    expect(await readLastEvent()).toMatchObject({ isOn: false, since: new Date(NOW - MINUTE) });
    await feed.send(createFanFrame('on', -MINUTE, millis(NOW + MINUTE)));
    expect(await readLastEvent()).toMatchObject({ isOn: true });
  });
});

describe('a fan event with a future timestamp', () => {
  it('is stored with its arrival time instead, even if several arrive together', async () => {
    await feed.send(
      createFanFrame('on', 2 * HOUR),
      createFanFrame('off', 3 * HOUR),
      createFanFrame('on', 4 * HOUR),
    );
    expect(await readEvents()).toEqual([
      [0, true],
      [0, false],
      [0, true],
    ]);
    expect(await readLastEvent()).toMatchObject({ isOn: true, since: new Date(NOW) });
  });

  it('is one event if repeated within a minute, and another event if repeated later', async () => {
    await feed.send(
      createFanFrame('on', 2 * HOUR),
      createFanFrame('off', 2 * HOUR + SECOND, millis(NOW + SECOND)),
    );
    await feed.send(createFanFrame('on', 2 * HOUR, millis(NOW + 59 * SECOND)));
    expect(await readEvents()).toEqual([
      [0, true],
      [SECOND, false],
    ]);
    expect(await readLastEvent()).toMatchObject({ isOn: false });
    await feed.send(createFanFrame('on', 2 * HOUR, millis(NOW + 90 * MINUTE)));
    expect(await readLastEvent()).toMatchObject({ isOn: true });
  });

  it('is one event for each event_id, even within a second', async () => {
    const createFrameWithId = (state: 'on' | 'off', event_id: string) => {
      const frame = createFanFrame(state, 0);
      return { ...frame, body: { ...frame.body, event_id } };
    };
    await feed.send(
      createFrameWithId('on', 'a'),
      createFrameWithId('off', 'b'),
      createFrameWithId('on', 'a'),
    );
    await feed.send(createFrameWithId('off', 'b'));
    expect(await readEvents()).toEqual([
      [0, true],
      [0, false],
    ]);
  });
});
