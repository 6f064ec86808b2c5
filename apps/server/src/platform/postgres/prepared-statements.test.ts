import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createTestDatabase,
  silentLog,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { executePrepared } from './prepared-statements.ts';
import type { Tables } from './tables.ts';

let database: TestDatabase;
/** Has a single connection. */
let singleConnection: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  singleConnection = openDatabase(database.connectionOptions, { log: silentLog, max: 1 });
});

afterAll(async () => {
  await singleConnection.dispose();
  await database.dispose();
});

function selectLongName(db: Kysely<Tables>, prefix: string, length: number) {
  const query = db
    .selectNoFrom([sql<string>`${prefix} || repeat('x', ${length}::integer)`.as('longName')])
    .where(sql<boolean>`${length}::integer < 100`);
  return executePrepared(db, query);
}

function increment(db: Kysely<Tables>, number: number) {
  return executePrepared(db, db.selectNoFrom(sql<number>`1 + ${number}::integer`.as('sum')));
}

async function findPreparedStatements(): Promise<readonly { statement: string; times: string }[]> {
  const { rows } = await singleConnection.pool.query<{ statement: string; times: string }>(
    `select statement, generic_plans + custom_plans as times from pg_prepared_statements
     order by statement`,
  );
  return rows;
}

describe('a prepared statement', () => {
  it('uses the values of each call and maps column names', async () => {
    expect(await selectLongName(singleConnection.db, 'a', 1)).toEqual([{ longName: 'ax' }]);
    expect(await selectLongName(singleConnection.db, 'b', 3)).toEqual([{ longName: 'bxxx' }]);
    expect(await selectLongName(singleConnection.db, 'b', 100)).toEqual([]);
  });

  it('is parsed once per connection', async () => {
    for (let number = 0; number < 20; number++) {
      expect(await increment(singleConnection.db, number)).toEqual([{ sum: number + 1 }]);
    }
    const statements = await findPreparedStatements();
    expect(statements.filter(({ statement }) => statement.includes('"sum"'))).toEqual([
      { statement: expect.stringContaining('$1::integer'), times: '20' },
    ]);
  });

  it('runs in a transaction', async () => {
    const rows = await singleConnection.db.transaction().execute((trx) => increment(trx, 41));
    expect(rows).toEqual([{ sum: 42 }]);
  });

  it('works after an invalid value and on a new connection', async () => {
    await expect(increment(singleConnection.db, Number.NaN)).rejects.toMatchObject({
      code: '22P02',
    });
    expect(await increment(singleConnection.db, 1)).toEqual([{ sum: 2 }]);
    const broken = sql`select pg_terminate_backend(pg_backend_pid())`.execute(singleConnection.db);
    await expect(broken).rejects.toThrow();
    // The pool notices the broken connection a moment after the query does.
    await vi.waitFor(
      async () => expect(await increment(singleConnection.db, 2)).toEqual([{ sum: 3 }]),
      10_000,
    );
  });

  it('is not used for other queries', async () => {
    await sql`select 7 as never_prepared`.execute(singleConnection.db);
    const statements = await findPreparedStatements();
    expect(statements.filter(({ statement }) => statement.includes('never_prepared'))).toEqual([]);
  });
});
