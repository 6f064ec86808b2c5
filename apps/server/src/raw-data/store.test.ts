import { DAY, millis } from '@granary/domain/units';
import { createFrameTemplate, writeFrame } from '@granary/simulator/load/frames';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { Partitions } from '../platform/postgres/partitions.ts';
import { dropOldRawFrames, packFrame, type RawFrame, storeRawFrames } from './store.ts';

let database: TestDatabase;
let partitions: Partitions;

const NOW = Date.parse('2026-10-14T12:00:00Z');

beforeEach(async () => {
  database = await createTestDatabase();
  partitions = new Partitions(database.db, 'raw_frames', 'day');
});

afterEach(() => database.dispose());

const createFrame = (receivedAt: number, payload = Buffer.from('x')): RawFrame => ({
  receivedAt,
  payload,
  mainBoardId: 'A',
  topic: 'boards/A/up/temp-data',
  binNumber: 1,
  reason: null,
});

async function store(frames: readonly RawFrame[]): Promise<void> {
  await partitions.ensure(frames.map(({ receivedAt }) => receivedAt));
  await database.db.transaction().execute((trx) => storeRawFrames(trx, frames.map(packFrame)));
}

async function findReceivedTimes(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('rawFrames')
    .select('receivedAt')
    .orderBy('receivedAt')
    .execute();
  return rows.map(({ receivedAt }) => receivedAt.toISOString());
}

describe('raw frames', () => {
  it('can be stored as an empty batch', async () => {
    await store([]);
    expect(await findReceivedTimes()).toEqual([]);
  });

  it('take up less than 700 B each on disk, including their index', async () => {
    const frames = Array.from({ length: 4_000 }, (_, frameIndex) => {
      const template = createFrameTemplate(`PG-${frameIndex % 50}`, 1, { cables: 8, sensors: 16 });
      const packet = Buffer.alloc(template.packet.bytes.length);
      writeFrame(template, millis(NOW + frameIndex * 1_000), 1, packet, 0);
      return {
        ...createFrame(NOW, packet.subarray(template.packet.payloadOffset)),
        mainBoardId: `PG-${frameIndex % 50}`,
      };
    });
    expect(frames[0]?.payload.length).toBeGreaterThan(1_250);
    for (let start = 0; start < frames.length; start += 500) {
      await store(frames.slice(start, start + 500));
    }
    const { rows } = await sql<{ size: number }>`
      select pg_total_relation_size('raw_frames_2026_10_14')::int as size`.execute(database.db);
    expect((rows[0]?.size ?? Infinity) / frames.length).toBeLessThan(700);
  });

  it('are dropped one day at a time, once the whole day is older than the retention period', async () => {
    const times = [
      '2026-10-10T00:00:00.000Z',
      '2026-10-11T23:59:59.999Z',
      '2026-10-12T00:00:00.000Z',
      '2026-10-14T12:00:00.000Z',
    ];
    await store(times.map((at) => createFrame(Date.parse(at))));
    // Two days: frames before noon on the 12th are old enough, but the whole day is not.
    expect(await dropOldRawFrames(database.db, 2, NOW)).toEqual([
      'raw_frames_2026_10_10',
      'raw_frames_2026_10_11',
    ]);
    expect(await findReceivedTimes()).toEqual(times.slice(2));
    expect(await dropOldRawFrames(database.db, 2, NOW)).toEqual([]);
    expect(await dropOldRawFrames(database.db, 90, NOW)).toEqual([]);
  });

  it('are not dropped during a query, and the attempt does not block new frames', async () => {
    await store([createFrame(NOW - 10 * DAY), createFrame(NOW)]);
    const reader = await database.pool.connect();
    await reader.query('begin; select * from raw_frames');
    await expect(dropOldRawFrames(database.db, 2, NOW)).rejects.toMatchObject({ code: '55P03' });
    await store([createFrame(NOW + 1)]);
    await reader.query('commit');
    reader.release();
    expect(await dropOldRawFrames(database.db, 2, NOW)).toEqual(['raw_frames_2026_10_04']);
    expect(await findReceivedTimes()).toHaveLength(2);
  });

  it('from a dropped day can be stored again', async () => {
    await store([createFrame(NOW - 10 * DAY)]);
    await dropOldRawFrames(database.db, 2, NOW);
    partitions.forget();
    await store([createFrame(NOW - 10 * DAY)]);
    expect(await findReceivedTimes()).toHaveLength(1);
  });
});
