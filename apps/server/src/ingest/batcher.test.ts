import { millis } from '@granary/domain/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { createReadingBody, readRawFrames } from '../../test/support/ingest-feed.ts';
import { createIngestPorts } from '../../test/support/mqtt-gateway.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { Batcher } from './batcher.ts';

const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const farmId = await seedFarm(database.db);
  const bins = [{ binNumber: 1 }];
  await seedBoard(database.db, farmId, { id: 'A', key: null, bins });
});

afterAll(() => database.dispose());

const frame = (body: object) => ({
  mainBoardId: 'A',
  topic: 'boards/A/up/temp-data',
  payload: Buffer.from(JSON.stringify(body)),
  receivedAt: NOW,
});

describe('a batch', () => {
  it('is stored once and acknowledged even if its observer fails', async () => {
    const observerErrors: unknown[] = [];
    const problem = new Error('the observer failed');
    let calls = 0;
    const batcher = new Batcher(createIngestPorts(database.db), {
      stored: () => {
        calls += 1;
        throw problem;
      },
      postponed: (error) => observerErrors.push(['postponed', error]),
      observerFailed: (error) => observerErrors.push(error),
    });
    await new Promise<void>((resolve) => batcher.add(frame(createReadingBody(1, NOW)), resolve));
    expect(calls).toBe(1);
    expect(observerErrors).toEqual([problem]);
    expect(await readRawFrames(database.db, 'A')).toHaveLength(1);
  });
});
