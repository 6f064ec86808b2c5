import { type Millis, millis } from '@granary/domain/units';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { seedBoard, seedFarm } from './board-fixtures.ts';
import { IngestFeed, type SentFrame } from './ingest-feed.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** The time at which frames arrive in these tests. */
export const NOW = millis(Date.parse('2026-10-14T12:00:00Z'));
export const ago = (ms: number) => millis(NOW - ms);

/** The fixture for the ingest tests: a database with a farm, and a new board for each test. */
export interface IngestFixture {
  readonly db: Kysely<Tables>;
  /** The ID of a main board with bins 1 and 2. */
  readonly board: string;
  readonly feed: IngestFeed;
  getBinId(number?: number): number;
  /** Creates a frame from the board. */
  createFrame(
    body: SentFrame['body'],
    kind?: NonNullable<SentFrame['kind']>,
    at?: Millis,
  ): SentFrame;
}

/** Sets up the fixture; call it at the top of a test file. */
export function useIngestFixture(): IngestFixture {
  let database: TestDatabase;
  let farmId: number;
  let feed: IngestFeed;
  let board: string;
  let bins: ReadonlyMap<number, number>;
  let boardCount = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    farmId = await seedFarm(database.db);
  });
  afterAll(() => database.dispose());
  beforeEach(async () => {
    board = `board-${++boardCount}`;
    bins = await seedBoard(database.db, farmId, {
      id: board,
      key: null,
      bins: [{ binNumber: 1 }, { binNumber: 2 }],
    });
    feed = new IngestFeed(database.db);
  });

  return {
    get db() {
      return database.db;
    },
    get board() {
      return board;
    },
    get feed() {
      return feed;
    },
    getBinId: (number = 1) => {
      const id = bins.get(number);
      if (id === undefined) throw new Error(`bin ${number} does not exist`);
      return id;
    },
    createFrame: (body, kind = 'temp-data', at = NOW) => ({ board, at, kind, body }),
  };
}
