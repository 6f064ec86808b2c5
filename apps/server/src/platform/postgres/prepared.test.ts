import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog, type TestDatabase, testDatabase } from '../../../test/support/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { prepared } from './prepared.ts';

let database: TestDatabase;
/** With one connection, so that it is always the same that is asked. */
let single: Database;

beforeAll(async () => {
  database = await testDatabase();
  single = openDatabase(database.connectionOptions, { log: silentLog, max: 1 });
});

afterAll(async () => {
  await single.dispose();
  await database.dispose();
});

const shortName = prepared(
  (db, { length, prefix }: { readonly length: number; readonly prefix: string }) =>
    db
      .selectNoFrom([sql<string>`${prefix} || repeat('x', ${length}::integer)`.as('longName')])
      .where(sql<boolean>`${length}::integer < 100`),
);

const one = prepared((db, { of }: { readonly of: number }) =>
  db.selectNoFrom(sql<number>`1 + ${of}::integer`.as('sum')),
);

async function keptByPostgres(): Promise<readonly { statement: string; times: string }[]> {
  const { rows } = await single.pool.query<{ statement: string; times: string }>(
    `select statement, generic_plans + custom_plans as times from pg_prepared_statements
     order by statement`,
  );
  return rows;
}

describe('prepared', () => {
  it('puts the values of each call in their places, and names columns as everywhere', async () => {
    const ask = (prefix: string, length: number) => shortName(single.db, { prefix, length });
    expect(await ask('a', 1)).toEqual([{ longName: 'ax' }]);
    expect(await ask('b', 3)).toEqual([{ longName: 'bxxx' }]);
    expect(await ask('b', 100)).toEqual([]);
  });

  it('has a connection prepare each query once, however often it is asked', async () => {
    for (let of = 0; of < 20; of++) expect(await one(single.db, { of })).toEqual([{ sum: of + 1 }]);
    const kept = await keptByPostgres();
    expect(kept.filter(({ statement }) => statement.includes('"sum"'))).toEqual([
      { statement: expect.stringContaining('$1::integer'), times: '20' },
    ]);
  });

  it('is asked within a transaction too', async () => {
    const rows = await single.db.transaction().execute((trx) => one(trx, { of: 41 }));
    expect(rows).toEqual([{ sum: 42 }]);
  });

  it('goes on after a value was refused, and on a new connection after one broke', async () => {
    await expect(one(single.db, { of: Number.NaN })).rejects.toMatchObject({ code: '22P02' });
    expect(await one(single.db, { of: 1 })).toEqual([{ sum: 2 }]);
    const broken = sql`select pg_terminate_backend(pg_backend_pid())`.execute(single.db);
    await expect(broken).rejects.toThrow();
    // The pool hears of the broken connection a moment after the query does.
    await vi.waitFor(async () => expect(await one(single.db, { of: 2 })).toEqual([{ sum: 3 }]));
  });

  it('refuses a query that would be made of a value itself', async () => {
    const careless = prepared((db, { of }: { readonly of: number }) =>
      db.selectNoFrom(sql<number>`${of + 1}::integer`.as('sum')),
    );
    await expect(careless(single.db, { of: 1 })).rejects.toThrow('of is not known yet');
  });

  it('has other queries parsed anew', async () => {
    await sql`select 7 as never_kept`.execute(single.db);
    const kept = await keptByPostgres();
    expect(kept.filter(({ statement }) => statement.includes('never_kept'))).toEqual([]);
  });
});
