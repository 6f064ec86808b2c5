import { MINUTE, type Millis, millis } from '@granary/domain/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import {
  createReadingBody,
  IngestFeed,
  readRawFrames,
  readReadingTimes,
} from '../../test/support/ingest-feed.ts';
import { recalculateAll } from '../../test/support/recalculate.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { findSensorCounts } from '../alerts/memory-store.ts';
import { createBin } from '../bins/add-bins.ts';
import { setStatus } from '../bins/cables/sensor-statuses.ts';
import { deleteBin } from '../bins/deletion/delete-bins.ts';
import { cancelCommands } from '../commands/store.ts';
import { rewriteDays } from './rewrite-days.ts';

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));
const ago = (minutes: number) => millis(NOW - minutes * MINUTE);

let database: TestDatabase;
let farmId: number;
let feed: IngestFeed;
let board: string;
let binId: number;
let boardCount = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  farmId = await seedFarm(database.db);
});

afterAll(() => database.dispose());

beforeEach(async () => {
  board = `board-${++boardCount}`;
  const bins = [{ binNumber: 1, crop: 'Wheat', cables: [{ cableId: 11 }] }];
  const ids = await seedBoard(database.db, farmId, { id: board, key: null, bins });
  binId = ids.get(1) ?? 0;
  feed = new IngestFeed(database.db);
  // From here on, ingest has the bin in memory and is not notified of changes.
  await feed.send(createReading(ago(10)));
});

/**
 * Creates a reading; later readings are warmer and more humid, so that each one changes the values of its
 * day.
 */
const createReading = (at: Millis) => {
  const increase = (at - ago(10)) / MINUTE;
  const humidities = { humidity_readings: [[60 + increase, 70]] };
  return { board, at: NOW, body: createReadingBody(1, at, [12.5, 40 + increase], humidities) };
};
const changedBy = { actor: null, address: '192.0.2.1', at: NOW };

/**
 * Starts a change and then sends a reading while the bin is locked, and unlocks the bin; the change runs
 * before the reading is stored.
 */
async function storeAfterChange(change: () => Promise<unknown>, at: Millis): Promise<void> {
  const lockingClient = await database.pool.connect();
  await lockingClient.query('begin');
  await lockingClient.query('select from latest where bin_id = $1 for update', [binId]);
  const changePromise = change();
  await waitForBlockedQueries(1);
  const storePromise = feed.send(createReading(at));
  await waitForBlockedQueries(2);
  await lockingClient.query('commit');
  lockingClient.release();
  await Promise.all([changePromise, storePromise]);
}

async function waitForBlockedQueries(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return rows[0]?.waiting;
    })
    .toBe(count);
}

describe('a reading that waited for a change to its bin', () => {
  it('is added to its day with the new statuses', async () => {
    const ports = { db: database.db, rewriteDays, countSensorsByCable: findSensorCounts };
    const sensor = {
      cableId: 11,
      cable: null,
      position: 2,
      otherPositions: [],
      includesSensorsAbove: false,
    };
    await storeAfterChange(
      () => setStatus(ports, binId, sensor, { status: 'disable', changedBy }),
      ago(5),
    );
    expect(await readReadingTimes(database.db, binId)).toEqual([ago(10), ago(5)]);
    await recalculateAll(database.db);
    expect(await findDifferences(database.db, [binId])).toEqual([]);
    expect(feed.postponeErrors).toEqual([]);
  });

  it('is calculated with the new crop', async () => {
    await database.db
      .insertInto('cropPeriods')
      .values({ binId, cable: 1, fromAt: new Date(ago(8)), crop: 'Corn', moistureSource: null })
      .execute();
    await feed.send(createReading(ago(5)));
    expect(await findDifferences(database.db, [binId])).toEqual([]);
  });

  it('is stored only as raw data if the bin was deleted', async () => {
    const ports = { db: database.db, cancelCommands, stopFans: async () => null };
    await storeAfterChange(() => deleteBin(ports, binId, changedBy), ago(5));
    expect(await readReadingTimes(database.db, binId)).toEqual([ago(10)]);
    const frames = await readRawFrames(database.db, board);
    expect(frames.map(({ reason }) => reason)).toEqual([null, 'this board has no bin 1']);
    expect(feed.listRejections()).toEqual(['unknown-bin']);
  });
});

describe('a bin', () => {
  it('that was just added accepts its first reading', async () => {
    const station = { farmId, mainBoardId: board, binNumber: 2, name: 'New' };
    const newBinId = await database.db
      .transaction()
      .execute((trx) => createBin(trx, station, [], new Date(ago(60))));
    const first = { board, at: NOW, body: createReadingBody(2, NOW) };
    await feed.send(first, { board, at: NOW, body: createReadingBody(3, NOW) });
    expect(await readReadingTimes(database.db, newBinId)).toEqual([NOW]);
    expect(feed.listRejections()).toEqual(['unknown-bin']);
  });
});

describe('a deletion', () => {
  it('waits for a reading of its bin that is being stored', async () => {
    const ingestClient = await database.pool.connect();
    await ingestClient.query('begin');
    await ingestClient.query('select from latest where bin_id = $1 for update', [binId]);
    const deletionResult = deleteBin(
      { db: database.db, cancelCommands, stopFans: async () => null },
      binId,
      changedBy,
    );
    await waitForBlockedQueries(1);
    const bin = database.db.selectFrom('bins').select('deletedAt').where('id', '=', binId);
    expect(await bin.executeTakeFirst()).toEqual({ deletedAt: null });
    await ingestClient.query('commit');
    ingestClient.release();
    expect(await deletionResult).toBe('deleted');
  });
});
