import { type Kysely, type Migration, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { emptyDatabase, silentLog, type TestDatabase } from './testing.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await emptyDatabase();
});

afterEach(() => database.dispose());

function creating(table: string): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`CREATE TABLE ${sql.table(table)} (id integer)`.execute(db);
    },
  };
}

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
       AND tablename NOT LIKE 'kysely%' ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

describe('migrate', () => {
  it('succeeds for three servers that start at once on a fresh database, one of which works', async () => {
    const servers = [1, 2, 3].map(() =>
      openDatabase(database.connectionOptions, { log: silentLog }),
    );
    const applied = await Promise.all(servers.map(({ db }) => migrate(db)));
    await Promise.all(servers.map((server) => server.dispose()));
    expect(applied.flat()).toEqual(Object.keys(migrations));
  });

  it('runs what is new, and nothing twice', async () => {
    await migrate(database.db, { '1': creating('one') });
    const both = { '1': creating('one'), '2': creating('two') };
    expect(await migrate(database.db, both)).toEqual(['2']);
    expect(await migrate(database.db, both)).toEqual([]);
    expect(await tables()).toEqual(['one', 'two']);
  });

  it('refuses a database that a later Granary has been at work on, and names what it has', async () => {
    await migrate(database.db, { '1': creating('one'), '2': creating('two') });
    await expect(migrate(database.db, { '1': creating('one') })).rejects.toMatchObject({
      code: 'newer-database',
      message: expect.stringContaining('2'),
    });
  });

  it('changes nothing when one of several fails, and names that one', async () => {
    const broken = { '1': creating('one'), '2-broken': creating('one') };
    await expect(migrate(database.db, broken)).rejects.toMatchObject({
      code: 'migration-failed',
      message: expect.stringContaining('2-broken'),
    });
    expect(await tables()).toEqual([]);
  });
});
