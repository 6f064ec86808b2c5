import { dailyScalarNames, scalarNames, scalars } from '@granary/domain/readings/scalars';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { getColumnType } from './scalar-columns.ts';

const database = await createTestDatabase();

afterAll(() => database.dispose());

it.each([
  ['readings', scalarNames],
  ['latest', scalarNames],
  ['days', dailyScalarNames],
] as const)(
  'the table %s has a column of the declared type for each value',
  async (table, names) => {
    const { rows } = await database.pool.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const types = Object.fromEntries(rows.map(({ name, type }) => [name, type]));
    const expected = Object.fromEntries(
      names.map((name) => [scalars[name].column, getColumnType(name)]),
    );
    expect(types).toMatchObject(expected);
  },
);
