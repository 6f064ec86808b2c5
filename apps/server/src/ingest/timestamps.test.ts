import { DAY, HOUR, MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import {
  IngestFeed,
  readInstants,
  reading,
  readRawFrames,
} from '../../test/support/ingest-feed.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let database: TestDatabase;
let farmId: number;
let feed: IngestFeed;
let board: string;
let binId: number;
let boards = 0;

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));
const after = (ms: number) => millis(NOW + ms);

beforeAll(async () => {
  database = await createTestDatabase();
  farmId = await seedFarm(database.db);
});

afterAll(() => database.dispose());

beforeEach(async () => {
  board = `board-${++boards}`;
  const bins = [{ binNumber: 1 }];
  binId = (await seedBoard(database.db, farmId, { id: board, key: null, bins })).get(1) ?? 0;
  feed = new IngestFeed(database.db);
});

/** A reading with the timestamp `sentAt` that arrives at `at`. */
const frame = (sentAt: number, at: Millis, temperature = 12.5) => ({
  board,
  at,
  body: reading(1, sentAt, [temperature]),
});

async function findFlaggedInstants(): Promise<number[]> {
  const rows = await database.db
    .selectFrom('readings')
    .select(['at', 'flags'])
    .where('binId', '=', binId)
    .orderBy('at')
    .execute();
  return rows.filter(({ flags }) => (flags & 2) !== 0).map(({ at }) => at.getTime());
}

describe('a future timestamp', () => {
  it('is accepted up to ten minutes ahead', async () => {
    await feed.send(frame(after(10 * MINUTE), NOW));
    expect(await readInstants(database.db, binId)).toEqual([after(10 * MINUTE)]);
    expect(await findFlaggedInstants()).toEqual([]);
  });

  it('beyond that is replaced by the arrival time, and the reading is flagged', async () => {
    await feed.send(frame(after(10 * MINUTE + 1), NOW));
    expect(await readInstants(database.db, binId)).toEqual([NOW]);
    expect(await findFlaggedInstants()).toEqual([NOW]);
  });

  it('more than a day ahead leaves only raw data', async () => {
    await feed.send(frame(after(DAY), NOW), frame(after(DAY + 1), NOW));
    expect(feed.rejections()).toEqual(['too-far-ahead']);
    expect(await readInstants(database.db, binId)).toEqual([NOW]);
    expect(await readRawFrames(database.db, board)).toHaveLength(2);
  });

  it('makes one reading when the frame is sent again: in the batch, later or to another process', async () => {
    const sentAt = after(HOUR);
    await feed.send(frame(sentAt, NOW), frame(sentAt, NOW), frame(sentAt, after(SECOND)));
    await feed.send(frame(sentAt, after(2 * SECOND)));
    const others = [new IngestFeed(database.db), new IngestFeed(database.db)];
    await Promise.all(others.map((each) => each.send(frame(sentAt, after(3 * SECOND)))));
    expect(await readInstants(database.db, binId)).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('makes one reading when the frame is sent again near its timestamp', async () => {
    const sentAt = after(HOUR);
    await feed.send(frame(sentAt, NOW));
    await feed.send(frame(sentAt, after(55 * MINUTE)), frame(sentAt, after(3 * HOUR)));
    expect(await readInstants(database.db, binId)).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('makes one reading when both frames are in one batch', async () => {
    const sentAt = after(10 * MINUTE + 5 * SECOND);
    // The first frame is one batch; the others are the next batch.
    await feed.send(
      frame(after(-HOUR), NOW),
      frame(sentAt, NOW),
      frame(sentAt, after(10 * SECOND)),
      frame(sentAt + SECOND, after(10 * SECOND), 20),
      frame(sentAt, after(10 * SECOND), 30),
    );
    expect(await readInstants(database.db, binId)).toEqual([after(-HOUR), NOW, sentAt + SECOND]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('does not hide another reading of that instant after the clock was corrected', async () => {
    await feed.send(frame(after(HOUR), NOW, 10));
    await feed.send(frame(after(HOUR), after(HOUR), 20));
    expect(await readInstants(database.db, binId)).toEqual([NOW, after(HOUR)]);
    expect(await findFlaggedInstants()).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('is replaced by separate instants when frames arrive together', async () => {
    const frames = Array.from({ length: 300 }, (_, i) =>
      frame(after(HOUR + i * MINUTE), NOW, i / 4),
    );
    await feed.send(...frames);
    expect(await readInstants(database.db, binId)).toEqual(frames.map((_, i) => after(i)));
    await feed.send(...frames);
    expect(await readInstants(database.db, binId)).toHaveLength(300);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('is not replaced by an instant that has a reading', async () => {
    await feed.send(frame(NOW, NOW), frame(after(2), NOW));
    await feed.send(frame(after(HOUR), NOW), frame(after(2 * HOUR), NOW));
    expect(await readInstants(database.db, binId)).toEqual([0, 1, 2, 3].map(after));
    expect(await findFlaggedInstants()).toEqual([after(1), after(3)]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('does not hide readings that arrive after it', async () => {
    await feed.send(frame(after(5 * HOUR), NOW));
    await feed.send(frame(after(MINUTE), after(MINUTE)));
    const row = await database.db
      .selectFrom('latest')
      .select('at')
      .where('binId', '=', binId)
      .executeTakeFirst();
    expect(row?.at).toEqual(new Date(after(MINUTE)));
  });

  it('is replaced correctly at the end of a month', async () => {
    const end = millis(Date.parse('2027-02-01T00:00:00Z') - 1);
    await feed.send(frame(end + HOUR, end), frame(end + 2 * HOUR, end));
    expect(await readInstants(database.db, binId)).toEqual([end, end + 1]);
    expect(await findDifferences(database.db)).toEqual([]);
  });
});

describe('old readings', () => {
  it('are accepted only from a board that may import', async () => {
    const old = NOW - 2000 * DAY;
    await feed.send(frame(old, NOW));
    expect(feed.rejections()).toEqual(['too-old']);
    await database.db
      .updateTable('mainBoards')
      .set({ importUntil: new Date(after(HOUR)) })
      .where('id', '=', board)
      .execute();
    feed.ports.boards.forget(board);
    await feed.send(frame(old, NOW), frame(old, after(2 * HOUR)));
    expect(feed.rejections()).toEqual(['too-old', 'too-old']);
    expect(await readInstants(database.db, binId)).toEqual([old]);
    expect(await findDifferences(database.db)).toEqual([]);
  });
});
