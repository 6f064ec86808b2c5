import pg from 'pg';
import type { DatabaseSource } from '../platform/postgres/database.ts';

/** What a database has besides the rows of its tables. */
export interface TableCatalog {
  /** The migrations that had run, in order. */
  readonly migrations: readonly string[];
  /** The columns of each table, except generated ones. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The DDL of the existing partitions. */
  readonly partitions: readonly string[];
  /** The last value of each sequence that was used. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** Written by the migrations that run before the rows are loaded. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** Opens a single connection to a database, for statements that must share it. */
export async function connect(source: DatabaseSource): Promise<pg.Client> {
  const client = new pg.Client('url' in source ? { connectionString: source.url } : source);
  // A broken connection makes the next query fail.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Reads the catalog of Granary's tables. */
export async function readCatalog(client: pg.Client): Promise<TableCatalog> {
  const columns: Record<string, string[]> = {};
  for (const table of await queryFirstColumn(client, LIST_TABLES)) {
    if (MIGRATION_TABLES.includes(table)) continue;
    columns[table] = await queryFirstColumn(client, LIST_COLUMNS, [table]);
  }
  const { rows } = await client.query<{ name: string; last: string }>(LIST_SEQUENCES);
  return {
    migrations: await queryFirstColumn(client, 'select name from kysely_migration order by name'),
    columns,
    partitions: await queryFirstColumn(client, LIST_PARTITIONS),
    sequences: Object.fromEntries(rows.map(({ name, last }) => [name, last])),
  };
}

/** Sets the sequences to the values of a catalog. */
export async function setSequences(client: pg.Client, { sequences }: TableCatalog): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [quoteIdentifier(name), last]);
  }
}

export const quoteIdentifier = (name: string) => pg.escapeIdentifier(name);
export const quoteIdentifiers = (names: readonly string[]) => names.map(quoteIdentifier).join(', ');

/** Returns the first column of a query's rows. */
export async function queryFirstColumn(
  client: pg.Client,
  query: string,
  values: unknown[] = [],
): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: query, values, rowMode: 'array' });
  return rows.map(([value]) => value);
}

const LIST_TABLES = `
  select relname from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;
const LIST_COLUMNS = `
  select attname from pg_attribute
  where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  order by attnum`;
const LIST_PARTITIONS = `
  select format('create table %I partition of %I %s', child.relname, parent.relname,
    pg_get_expr(child.relpartbound, child.oid))
  from pg_inherits
  join pg_class child on child.oid = inhrelid
  join pg_class parent on parent.oid = inhparent
  where child.relkind = 'r' and child.relnamespace = 'public'::regnamespace
  order by child.relname`;
const LIST_SEQUENCES = `
  select sequencename as name, last_value::text as last from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`;
