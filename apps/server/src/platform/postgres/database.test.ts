import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createTestDatabase,
  silentLog,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { assertDurable, type Database, openDatabase } from './database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

async function executeAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client({
    ...inject('postgres').admin,
    database: database.connectionOptions.database,
  });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Opens the database with the given setting and runs the check on it. */
async function withSetting(statement: string, check: (other: Database) => Promise<unknown>) {
  await executeAsAdmin(`ALTER DATABASE ${database.connectionOptions.database} SET ${statement}`);
  const otherDatabase = openDatabase(database.connectionOptions, { log: silentLog });
  try {
    return await check(otherDatabase);
  } finally {
    await otherDatabase.dispose();
  }
}

describe('assertDurable', () => {
  it('accepts the settings of the embedded server', async () => {
    await expect(assertDurable(database.pool)).resolves.toBeUndefined();
  });

  it.each(['local', 'remote_write', 'remote_apply'])(
    'accepts synchronous_commit = %s, which waits for the disk',
    async (value) => {
      await withSetting(`synchronous_commit = ${value}`, async ({ pool }) => {
        await expect(assertDurable(pool)).resolves.toBeUndefined();
      });
    },
  );

  it('rejects synchronous_commit = off, even when set only for the database', async () => {
    await withSetting('synchronous_commit = off', async ({ pool }) => {
      await expect(assertDurable(pool)).rejects.toMatchObject({
        code: 'not-durable',
        message: expect.stringContaining('synchronous_commit'),
      });
    });
  });
});

describe('openDatabase', () => {
  it('opens the database in DATABASE_URL', async () => {
    const { host, user, password, database: name } = database.connectionOptions;
    const url = `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}`;
    const otherDatabase = openDatabase({ url }, { log: silentLog });
    const { rows } = await otherDatabase.pool.query('SELECT current_database() AS name');
    expect(rows).toEqual([{ name }]);
    await otherDatabase.dispose();
  });

  it('closes the idle connections of its pool when it is disposed', async () => {
    const otherDatabase = openDatabase(database.connectionOptions, { log: silentLog });
    await otherDatabase.pool.query('SELECT');
    await otherDatabase.dispose();
    expect(otherDatabase.pool.totalCount).toBe(0);
  });

  it('survives the loss of its connections', async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warnings.push(message) };
    const otherDatabase = openDatabase(database.connectionOptions, { log });
    await otherDatabase.pool.query('SELECT 1');
    await executeAsAdmin(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    await expect.poll(() => warnings.length).toBe(1);
    expect((await otherDatabase.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await otherDatabase.dispose();
  });

  it('survives the loss of a connection that is in use', async () => {
    const otherDatabase = openDatabase(database.connectionOptions, { log: silentLog });
    const client = await otherDatabase.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await executeAsAdmin(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable/);
    client.release();
    expect((await otherDatabase.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await otherDatabase.dispose();
  });

  it('reads dates as text and small integers as typed arrays', async () => {
    const { rows } = await database.pool.query(
      `SELECT '2026-03-08'::date AS day, '{1,-20000}'::smallint[] AS numbers`,
    );
    expect(rows).toEqual([{ day: '2026-03-08', numbers: Int16Array.of(1, -20000) }]);
  });
});
