import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  silentLog,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import { openDatabase } from './database.ts';
import { Partitions } from './partitions.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.dispose());

async function findPartitions(table: string): Promise<{ name: string; bounds: string }[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select relname as name, pg_get_expr(relpartbound, oid) as bounds from pg_class
    where oid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass)
    order by relname`.execute(database.db);
  return rows;
}

const insertReading = (at: string) =>
  sql`insert into readings (at, bin_id, flags, cables, temperatures, humidities)
    values (${at}, 1, 0, '', '{}', '{}')`.execute(database.db);

describe('Partitions', () => {
  it('hold the first and the last millisecond of a month, including February in a leap year', async () => {
    const partitions = new Partitions(database.db, 'readings', 'month');
    for (const month of ['2027-12', '2028-02', '2028-03']) {
      const start = Date.parse(`${month}-01T00:00:00.000Z`);
      const end = new Date(start);
      end.setUTCMonth(end.getUTCMonth() + 1);
      await partitions.ensure([start, end.getTime() - 1]);
      await insertReading(new Date(start).toISOString());
      await insertReading(new Date(end.getTime() - 1).toISOString());
    }
    expect((await findPartitions('readings')).map(({ name }) => name)).toEqual([
      'readings_2027_12',
      'readings_2028_02',
      'readings_2028_03',
    ]);
    await expect(insertReading('2028-01-31T23:59:59.999Z')).rejects.toThrow(/no partition/);
    await expect(insertReading('2028-04-01T00:00:00.000Z')).rejects.toThrow(/no partition/);
  });

  it('use UTC days', async () => {
    const partitions = new Partitions(database.db, 'raw_frames', 'day');
    await partitions.ensure([Date.parse('2028-02-29T23:59:59.999Z')]);
    expect(await findPartitions('raw_frames')).toEqual([
      {
        name: 'raw_frames_2028_02_29',
        bounds: "FOR VALUES FROM ('2028-02-29 00:00:00+00') TO ('2028-03-01 00:00:00+00')",
      },
    ]);
  });

  it('can be created by several processes at once', async () => {
    const servers = [1, 2, 3, 4].map(() =>
      openDatabase(database.connectionOptions, { log: silentLog }),
    );
    const times = Array.from({ length: 6 }, (_, i) => Date.UTC(2027, i, 15));
    await Promise.all(
      servers.map(({ db }, index) => {
        const partitions = new Partitions(db, 'readings', 'month');
        return partitions.ensure(index % 2 ? times : times.toReversed());
      }),
    );
    await Promise.all(servers.map((server) => server.dispose()));
    expect(await findPartitions('readings')).toHaveLength(6);
  });

  it('are checked in the database once, and again after forget()', async () => {
    const partitions = new Partitions(database.db, 'readings', 'month');
    let queries = 0;
    database.pool.on('acquire', () => queries++);
    await partitions.ensure([Date.UTC(2027, 5, 1), Date.UTC(2027, 5, 2)]);
    const initialQueryCount = queries;
    expect(initialQueryCount).toBeGreaterThan(0);
    await partitions.ensure([Date.UTC(2027, 5, 30)]);
    expect(queries).toBe(initialQueryCount);
    partitions.forget();
    await partitions.ensure([Date.UTC(2027, 5, 30)]);
    expect(queries).toBeGreaterThan(initialQueryCount);
  });

  it('can be created after a failed attempt', async () => {
    const partitions = new Partitions(database.db, 'readings', 'month');
    await sql`alter table readings rename to elsewhere`.execute(database.db);
    await expect(partitions.ensure([Date.UTC(2027, 5, 1)])).rejects.toThrow();
    await sql`alter table elsewhere rename to readings`.execute(database.db);
    await partitions.ensure([Date.UTC(2027, 5, 1)]);
    await insertReading('2027-06-01T00:00:00Z');
  });
});
