import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { joinBytes, joinSmallints } from './joined-arrays.ts';

const EDGE_CASES = Int16Array.of(-32_768, -32_767, -10, -1, 0, 1, 9, 10, 99, 100, 9999, 32_767);
const smallints = fc
  .array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 600 })
  .map((values) => Int16Array.from(values));
const arbitraryRows = <T>(row: fc.Arbitrary<T>) => fc.array(row, { minLength: 1, maxLength: 5 });

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

describe('rows that are sent as one joined array', () => {
  it('are split back into their original values', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows(smallints), async (values) => {
        const { joined, starts, sizes } = joinSmallints(values);
        const { rows } = await database.pool.query<{ content: Int16Array; text: string }>(
          `select content, content::text as text from (
             select ($1::smallint[])[start : start + size - 1] as content
             from unnest($2::integer[], $3::integer[]) as places (start, size)) as row`,
          [joined, starts, sizes],
        );
        expect(rows).toEqual(
          values.map((content) => ({ content, text: `{${content.join(',')}}` })),
        );
      }),
      {
        numRuns: 40,
        examples: [[[EDGE_CASES, new Int16Array(0), EDGE_CASES]], [[new Int16Array(0)]]],
      },
    );
  });

  it('are split back into their original bytes', async () => {
    const bytes = fc.uint8Array({ maxLength: 600 }).map((values) => Buffer.from(values));
    await fc.assert(
      fc.asyncProperty(arbitraryRows(bytes), async (values) => {
        const { joined, starts, sizes } = joinBytes(values);
        const { rows } = await database.pool.query<{ content: Buffer }>(
          `select substr($1::bytea, start, size) as content
           from unnest($2::integer[], $3::integer[]) as places (start, size)`,
          [joined, starts, sizes],
        );
        expect(rows.map(({ content }) => content)).toEqual(values);
      }),
      { numRuns: 40, examples: [[[Buffer.alloc(0)]]] },
    );
  });
});
