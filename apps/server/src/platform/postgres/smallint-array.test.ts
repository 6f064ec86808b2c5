import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.ts';
import { formatSmallintArray, parseSmallintArray } from './smallint-array.ts';

const arrays = fc
  .array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 600 })
  .map((values) => Int16Array.from(values));

describe('formatSmallintArray', () => {
  it('writes the same text as PostgreSQL', () => {
    fc.assert(
      fc.property(arrays, (values) => {
        expect(formatSmallintArray(values)).toBe(`{${values.join(',')}}`);
      }),
    );
  });

  it('is parsed back unchanged', () => {
    fc.assert(
      fc.property(arrays, (values) => {
        expect(parseSmallintArray(formatSmallintArray(values))).toEqual(values);
      }),
    );
  });

  it('handles the smallest and largest values', () => {
    const edges = Int16Array.of(-32_768, -32_767, -10, -1, 0, 1, 9, 10, 99, 100, 9999, 32_767);
    expect(parseSmallintArray(formatSmallintArray(edges))).toEqual(edges);
    expect(formatSmallintArray(new Int16Array(0))).toBe('{}');
    expect(parseSmallintArray('{}')).toEqual(new Int16Array(0));
  });
});

describe('a smallint[] column', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
    await database.pool.query('create table arrays (id int, content smallint[])');
  });

  afterAll(() => database.dispose());

  it('is read back by our parser and by the one of pg', async () => {
    await fc.assert(
      fc.asyncProperty(arrays, async (values) => {
        await database.pool.query('insert into arrays values (1, $1::smallint[])', [
          formatSmallintArray(values),
        ]);
        const read = 'delete from arrays returning content';
        const { rows } = await database.pool.query<{ content: Int16Array }>(
          `${read}, content::text`,
        );
        expect(rows[0]?.content).toBe(formatSmallintArray(values));
        await database.pool.query('insert into arrays values (1, $1)', [
          formatSmallintArray(values),
        ]);
        const again = await database.pool.query<{ content: Int16Array }>(read);
        expect(again.rows[0]?.content).toEqual(values);
        const general = pg.types.getTypeParser(1005 as never, 'text');
        expect(general(formatSmallintArray(values) as never)).toEqual([...values]);
      }),
      { numRuns: 40 },
    );
  });
});
