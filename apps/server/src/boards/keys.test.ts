import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm, TEST_PEPPER } from '../../test/support/board-fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { BoardKeys, generateBoardKey, hashBoardKey, setBoardKey } from './keys.ts';

let database: TestDatabase;
let keys: BoardKeys;

beforeAll(async () => {
  database = await createTestDatabase();
  const farmId = await seedFarm(database.db);
  await seedBoard(database.db, farmId, { id: 'A', key: 'key of A', bins: [] });
  await seedBoard(database.db, farmId, { id: 'B', key: 'key of B', bins: [] });
  await seedBoard(database.db, farmId, { id: 'keyless', key: null, bins: [] });
  keys = new BoardKeys(database.db, TEST_PEPPER);
});

afterAll(() => database.dispose());

const check = async (id: string, key: string) => (await keys.check(id, Buffer.from(key))) !== null;

describe('a new board key', () => {
  it('is 256 random bits as text', () => {
    const generatedKeys = Array.from({ length: 100 }, generateBoardKey);
    expect(new Set(generatedKeys).size).toBe(100);
    for (const key of generatedKeys) expect(Buffer.from(key, 'base64url')).toHaveLength(32);
  });

  it('is stored as a hash that needs the pepper', () => {
    const key = generateBoardKey();
    expect(hashBoardKey(TEST_PEPPER, key)).toEqual(hashBoardKey(TEST_PEPPER, Buffer.from(key)));
    expect(hashBoardKey(Buffer.alloc(32), key)).not.toEqual(hashBoardKey(TEST_PEPPER, key));
  });
});

describe('BoardKeys', () => {
  it("accepts only the board's own key", async () => {
    const results = await Promise.all([
      check('A', 'key of A'),
      check('B', 'key of B'),
      check('A', 'key of B'),
      check('A', ''),
      check('keyless', ''),
      check('unknown', 'key of A'),
      check('A', 'key of A'),
    ]);
    expect(results).toEqual([true, true, false, false, false, false, true]);
  });

  it('uses one query for all boards that connect at the same time, and one more for all that connect during that query', async () => {
    let queries = 0;
    const count = () => queries++;
    database.pool.on('acquire', count);
    const lock = await database.pool.connect();
    queries = 0;
    await lock.query('begin; lock table main_boards');
    const first = Array.from({ length: 50 }, () => check('A', 'key of A'));
    await expect.poll(() => queries).toBe(1);
    const second = Array.from({ length: 50 }, () => check('B', 'key of B'));
    await lock.query('commit');
    lock.release();
    expect(new Set(await Promise.all([...first, ...second]))).toEqual(new Set([true]));
    database.pool.off('acquire', count);
    expect(queries).toBe(2);
  });

  it('rejects while the database does not respond, and works again afterward', async () => {
    await database.db.schema.alterTable('main_boards').renameTo('elsewhere').execute();
    await expect(check('A', 'key of A')).rejects.toThrow();
    await database.db.schema.alterTable('elsewhere').renameTo('main_boards').execute();
    expect(await check('A', 'key of A')).toBe(true);
  });

  it('returns the current hash of a board', async () => {
    const oldHash = await keys.check('B', Buffer.from('key of B'));
    expect(await keys.findHashes(['B'])).toEqual(new Map([['B', oldHash]]));
    await setBoardKey(database.db, TEST_PEPPER, 'B', 'another');
    const newHash = hashBoardKey(TEST_PEPPER, 'another');
    expect(await keys.findHashes(['keyless', 'B', 'stranger'])).toEqual(
      new Map([
        ['keyless', null],
        ['B', newHash],
      ]),
    );
    expect(await keys.findHashes([])).toEqual(new Map());
  });
});

describe('setBoardKey', () => {
  it('replaces the key and notifies listeners', async () => {
    const listener = new pg.Client(database.connectionOptions);
    await listener.connect();
    const received: unknown[] = [];
    listener.on('notification', ({ payload }) => received.push(payload));
    await listener.query('listen board_key_changed');
    expect(await setBoardKey(database.db, TEST_PEPPER, 'A', 'newer')).toBe(true);
    expect(await check('A', 'key of A')).toBe(false);
    expect(await check('A', 'newer')).toBe(true);
    expect(await setBoardKey(database.db, TEST_PEPPER, 'unknown', 'key')).toBe(false);
    await listener.query('select 1');
    expect(received).toEqual(['A']);
    await listener.end();
  });
});
