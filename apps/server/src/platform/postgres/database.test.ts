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

/** Queries a pool whose database has this setting. */
async function withSetting(statement: string, ask: (other: Database) => Promise<unknown>) {
  await executeAsAdmin(`ALTER DATABASE ${database.connectionOptions.database} SET ${statement}`);
  const other = openDatabase(database.connectionOptions, { log: silentLog });
  try {
    return await ask(other);
  } finally {
    await other.dispose();
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
  it('opens the database of DATABASE_URL', async () => {
    const { host, user, password, database: name } = database.connectionOptions;
    const url = `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}`;
    const other = openDatabase({ url }, { log: silentLog });
    const { rows } = await other.pool.query('SELECT current_database() AS name');
    expect(rows).toEqual([{ name }]);
    await other.dispose();
  });

  it('closes connections that only the pool itself used', async () => {
    const other = openDatabase(database.connectionOptions, { log: silentLog });
    await other.pool.query('SELECT');
    await other.dispose();
    expect(other.pool.totalCount).toBe(0);
  });

  it('survives the loss of its connections', async () => {
    const lost: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void lost.push(message) };
    const other = openDatabase(database.connectionOptions, { log });
    await other.pool.query('SELECT 1');
    await executeAsAdmin(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    await expect.poll(() => lost.length).toBe(1);
    expect((await other.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await other.dispose();
  });

  it('survives the loss of a connection that is in use', async () => {
    const other = openDatabase(database.connectionOptions, { log: silentLog });
    const client = await other.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await executeAsAdmin(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable/);
    client.release();
    expect((await other.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await other.dispose();
  });

  it('reads dates as text and small integers as typed arrays', async () => {
    const { rows } = await database.pool.query(
      `SELECT '2026-03-08'::date AS day, '{1,-20000}'::smallint[] AS numbers`,
    );
    expect(rows).toEqual([{ day: '2026-03-08', numbers: Int16Array.of(1, -20000) }]);
  });
});
