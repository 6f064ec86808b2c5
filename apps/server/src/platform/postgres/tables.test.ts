import { readdirSync, readFileSync } from 'node:fs';
import { dailyScalarNames, type ScalarName, scalarNames } from '@granary/domain/readings/scalars';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

/** The columns of each table, and whether they may be null. */
type Columns = Record<string, Record<string, 'nullable' | 'required'>>;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.dispose());

/** Parses the columns of the table types from the source code, because types are erased. */
function parseDeclaredColumns(): Columns {
  const folder = new URL('tables/', import.meta.url);
  const files = [new URL('tables.ts', import.meta.url)];
  for (const name of readdirSync(folder)) files.push(new URL(name, folder));
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const interfaces = new Map([['ScalarColumns', buildScalarColumns(scalarNames)]]);
  const matches = source.matchAll(/interface (\w+)(?:\s+extends ([^{]+))? \{([^}]*)\}/g);
  for (const [, name = '', base = '', body = ''] of matches) {
    const inherited = base.includes('DailyScalarName')
      ? buildScalarColumns(dailyScalarNames)
      : interfaces.get(/(\w*Columns)/.exec(base)?.[1] ?? '');
    const ownColumns = [...body.matchAll(/^ {2}(\w+): ([^;]+);$/gm)].map(([, field, type]) => [
      field,
      type,
    ]);
    interfaces.set(name, { ...inherited, ...Object.fromEntries(ownColumns) });
  }
  const tables = Object.entries(interfaces.get('Tables') ?? {});
  return Object.fromEntries(
    tables.map(([table, type]) => [
      table,
      mapValues(interfaces.get(type.replace(/^\w+\./, '')) ?? {}, toNullability),
    ]),
  );
}

/** Builds the scalar columns, which the table types derive from the list of scalar names. */
function buildScalarColumns(names: readonly ScalarName[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'number | null']));
}

const toNullability = (type: string) => (type.includes('null') ? 'nullable' : 'required');

function mapValues<T, U>(record: Record<string, T>, convert: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly is_nullable: 'YES' | 'NO';
}

/** Finds the columns in the migrated database. */
async function findMigratedColumns(): Promise<Columns> {
  // Partitions repeat the columns of their table.
  const { rows } = await database.pool.query<Column>(`
    select table_name as table, column_name as name, is_nullable
    from information_schema.columns join pg_class on pg_class.oid = table_name::regclass
    where table_schema = 'public' and not relispartition and table_name not like 'kysely_%'`);
  const tables: Columns = {};
  for (const { table, name, is_nullable } of rows) {
    tables[toCamelCase(table)] ??= {};
    Object.assign(tables[toCamelCase(table)] ?? {}, {
      [toCamelCase(name)]: is_nullable === 'YES' ? 'nullable' : 'required',
    });
  }
  return tables;
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

describe('the table types', () => {
  it('match the migrated database', async () => {
    const tables = await findMigratedColumns();
    expect(Object.keys(tables).length).toBeGreaterThan(10);
    expect(parseDeclaredColumns()).toEqual(tables);
  });
});
