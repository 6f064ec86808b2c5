import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { loadBins } from '../bins/store.ts';
import { loadIngestBins } from '../ingest/ingest-revision.ts';
import { findLedgerHistories } from '../inventory/ledger-store.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { BoardDirectory } from './directory.ts';

let database: TestDatabase;
let farmId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  farmId = await seedFarm(database.db, 'America/Winnipeg');
});

afterAll(() => database.dispose());

const createDirectory = () =>
  new BoardDirectory(database.db, (ids) =>
    loadIngestBins(database.db, { loadBins, findLedgerHistories }, ids),
  );

const rename = (id: string, name: string) =>
  database.db.updateTable('bins').set({ name }).where('mainBoardId', '=', id).execute();

async function findBinName(
  directory: BoardDirectory<BinContext>,
  id: string,
): Promise<string | undefined> {
  return (await directory.find([id])).get(id)?.bins.get(1)?.bin.name;
}

describe('BoardDirectory', () => {
  it('returns a board with its bins, their time zone and their crops', async () => {
    const bins = [{ binNumber: 1, crop: 'Corn', cables: [{ cableId: 7 }] }, { binNumber: 4 }];
    const ids = await seedBoard(database.db, farmId, { id: 'known', key: null, bins });
    const found = (await createDirectory().find(['known'])).get('known');
    expect([...(found?.bins.keys() ?? [])]).toEqual([1, 4]);
    expect(found?.bins.get(1)).toMatchObject({
      bin: { id: ids.get(1), crop: 'Corn' },
      timeZone: 'America/Winnipeg',
      cables: [{ cable: 1, cableId: 7 }],
    });
    expect(found?.importUntil).toBeNull();
  });

  it('returns boards that have no bins, and treats unknown boards the same way', async () => {
    await seedBoard(database.db, farmId, { id: 'bare', key: null, bins: [] });
    const found = await createDirectory().find(['bare', 'unknown']);
    expect([...found].map(([id, { bins }]) => [id, bins.size])).toEqual([
      ['bare', 0],
      ['unknown', 0],
    ]);
  });

  it('leaves out deleted bins', async () => {
    await seedBoard(database.db, farmId, { id: 'gone', key: null, bins: [{ binNumber: 1 }] });
    await database.db
      .updateTable('bins')
      .set({ deletedAt: new Date() })
      .where('mainBoardId', '=', 'gone')
      .execute();
    const found = await createDirectory().find(['gone']);
    expect(found.get('gone')?.bins.size).toBe(0);
  });

  it('loads each board once until it is forgotten', async () => {
    await seedBoard(database.db, farmId, { id: 'cached', key: null, bins: [{ binNumber: 1 }] });
    const directory = createDirectory();
    const first = await findBinName(directory, 'cached');
    await rename('cached', 'second');
    expect(await findBinName(directory, 'cached')).toBe(first);
    directory.forget('another');
    expect(await findBinName(directory, 'cached')).toBe(first);
    directory.forget('cached');
    expect(await findBinName(directory, 'cached')).toBe('second');
    await rename('cached', 'third');
    directory.forget(null);
    expect(await findBinName(directory, 'cached')).toBe('third');
  });

  it.each([['the board'], [null]])(
    'does not cache what it loaded if a change is reported during the load (%s)',
    async (changedBoard) => {
      const id = changedBoard === null ? 'raced-all' : 'raced';
      await seedBoard(database.db, farmId, { id, key: null, bins: [{ binNumber: 1 }] });
      const directory = new BoardDirectory(database.db, (mainBoardIds) =>
        loadBins(database.db, { mainBoardIds }),
      );
      const lock = await database.pool.connect();
      // The bins are loaded immediately; the last query, which loads their cables, waits for the lock.
      await lock.query('begin; lock table cables');
      const pendingName = findBinName(directory, id);
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
          return rows[0]?.waiting;
        })
        .toBe(1);
      await rename(id, 'changed');
      directory.forget(changedBoard === null ? null : id);
      await lock.query('commit');
      lock.release();
      expect(await pendingName).not.toBe('changed');
      expect(await findBinName(directory, id)).toBe('changed');
    },
  );

  it('rejects while the database is unavailable, and loads again afterward', async () => {
    await seedBoard(database.db, farmId, { id: 'later', key: null, bins: [{ binNumber: 1 }] });
    const directory = createDirectory();
    await database.db.schema.alterTable('cables').renameTo('elsewhere').execute();
    await expect(directory.find(['later'])).rejects.toThrow();
    await database.db.schema.alterTable('elsewhere').renameTo('cables').execute();
    expect(await findBinName(directory, 'later')).toBe('later 1');
  });
});
