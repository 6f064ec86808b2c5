import { DAY, HOUR, MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import {
  createReadingBody,
  IngestFeed,
  readRawFrames,
  readReadingTimes,
} from '../../test/support/ingest-feed.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';

let database: TestDatabase;
let farmId: number;
let feed: IngestFeed;
let board: string;
let binId: number;
let boardCount = 0;

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));
const fromNow = (ms: number) => millis(NOW + ms);

beforeAll(async () => {
  database = await createTestDatabase();
  farmId = await seedFarm(database.db);
});

afterAll(() => database.dispose());

beforeEach(async () => {
  board = `board-${++boardCount}`;
  const bins = [{ binNumber: 1 }];
  binId = (await seedBoard(database.db, farmId, { id: board, key: null, bins })).get(1) ?? 0;
  feed = new IngestFeed(database.db);
});

/** Creates a frame with a reading for `sentAt` that arrives at `at`. */
const createFrame = (sentAt: number, at: Millis, temperature = 12.5) => ({
  board,
  at,
  body: createReadingBody(1, sentAt, [temperature]),
});

async function findFlaggedTimes(): Promise<number[]> {
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
    await feed.send(createFrame(fromNow(10 * MINUTE), NOW));
    expect(await readReadingTimes(database.db, binId)).toEqual([fromNow(10 * MINUTE)]);
    expect(await findFlaggedTimes()).toEqual([]);
  });

  it('more than ten minutes ahead is replaced by the arrival time, and the reading is flagged', async () => {
    await feed.send(createFrame(fromNow(10 * MINUTE + 1), NOW));
    expect(await readReadingTimes(database.db, binId)).toEqual([NOW]);
    expect(await findFlaggedTimes()).toEqual([NOW]);
  });

  it('more than a day ahead is rejected, and only raw data is stored', async () => {
    await feed.send(createFrame(fromNow(DAY), NOW), createFrame(fromNow(DAY + 1), NOW));
    expect(feed.listRejections()).toEqual(['too-far-ahead']);
    expect(await readReadingTimes(database.db, binId)).toEqual([NOW]);
    expect(await readRawFrames(database.db, board)).toHaveLength(2);
  });

  it('results in one reading even if the frame is sent again: in the same batch, later or to another process', async () => {
    const sentAt = fromNow(HOUR);
    await feed.send(
      createFrame(sentAt, NOW),
      createFrame(sentAt, NOW),
      createFrame(sentAt, fromNow(SECOND)),
    );
    await feed.send(createFrame(sentAt, fromNow(2 * SECOND)));
    const otherFeeds = [new IngestFeed(database.db), new IngestFeed(database.db)];
    await Promise.all(
      otherFeeds.map((each) => each.send(createFrame(sentAt, fromNow(3 * SECOND)))),
    );
    expect(await readReadingTimes(database.db, binId)).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('results in one reading even if the frame is sent again near its timestamp', async () => {
    const sentAt = fromNow(HOUR);
    await feed.send(createFrame(sentAt, NOW));
    await feed.send(
      createFrame(sentAt, fromNow(55 * MINUTE)),
      createFrame(sentAt, fromNow(3 * HOUR)),
    );
    expect(await readReadingTimes(database.db, binId)).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('results in one reading even if its frame arrives twice in one batch', async () => {
    const sentAt = fromNow(10 * MINUTE + 5 * SECOND);
    // The first frame is one batch; the others are the next batch.
    await feed.send(
      createFrame(fromNow(-HOUR), NOW),
      createFrame(sentAt, NOW),
      createFrame(sentAt, fromNow(10 * SECOND)),
      createFrame(sentAt + SECOND, fromNow(10 * SECOND), 20),
      createFrame(sentAt, fromNow(10 * SECOND), 30),
    );
    expect(await readReadingTimes(database.db, binId)).toEqual([
      fromNow(-HOUR),
      NOW,
      sentAt + SECOND,
    ]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('does not hide another reading for that time after the clock is corrected', async () => {
    await feed.send(createFrame(fromNow(HOUR), NOW, 10));
    await feed.send(createFrame(fromNow(HOUR), fromNow(HOUR), 20));
    expect(await readReadingTimes(database.db, binId)).toEqual([NOW, fromNow(HOUR)]);
    expect(await findFlaggedTimes()).toEqual([NOW]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('is replaced by a different time for each frame when frames arrive together', async () => {
    const frames = Array.from({ length: 300 }, (_, i) =>
      createFrame(fromNow(HOUR + i * MINUTE), NOW, i / 4),
    );
    await feed.send(...frames);
    expect(await readReadingTimes(database.db, binId)).toEqual(frames.map((_, i) => fromNow(i)));
    await feed.send(...frames);
    expect(await readReadingTimes(database.db, binId)).toHaveLength(300);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('is not replaced by a time that already has a reading', async () => {
    await feed.send(createFrame(NOW, NOW), createFrame(fromNow(2), NOW));
    await feed.send(createFrame(fromNow(HOUR), NOW), createFrame(fromNow(2 * HOUR), NOW));
    expect(await readReadingTimes(database.db, binId)).toEqual([0, 1, 2, 3].map(fromNow));
    expect(await findFlaggedTimes()).toEqual([fromNow(1), fromNow(3)]);
    expect(await findDifferences(database.db)).toEqual([]);
  });

  it('does not hide readings that arrive after it', async () => {
    await feed.send(createFrame(fromNow(5 * HOUR), NOW));
    await feed.send(createFrame(fromNow(MINUTE), fromNow(MINUTE)));
    const row = await database.db
      .selectFrom('latest')
      .select('at')
      .where('binId', '=', binId)
      .executeTakeFirst();
    expect(row?.at).toEqual(new Date(fromNow(MINUTE)));
  });

  it('is replaced correctly at the end of a month', async () => {
    const end = millis(Date.parse('2027-02-01T00:00:00Z') - 1);
    await feed.send(createFrame(end + HOUR, end), createFrame(end + 2 * HOUR, end));
    expect(await readReadingTimes(database.db, binId)).toEqual([end, end + 1]);
    expect(await findDifferences(database.db)).toEqual([]);
  });
});

describe('old readings', () => {
  it('are accepted only from a board that may import', async () => {
    const old = NOW - 2000 * DAY;
    await feed.send(createFrame(old, NOW));
    expect(feed.listRejections()).toEqual(['too-old']);
    await database.db
      .updateTable('mainBoards')
      .set({ importUntil: new Date(fromNow(HOUR)) })
      .where('id', '=', board)
      .execute();
    feed.ports.boards.forget(board);
    await feed.send(createFrame(old, NOW), createFrame(old, fromNow(2 * HOUR)));
    expect(feed.listRejections()).toEqual(['too-old', 'too-old']);
    expect(await readReadingTimes(database.db, binId)).toEqual([old]);
    expect(await findDifferences(database.db)).toEqual([]);
  });
});
