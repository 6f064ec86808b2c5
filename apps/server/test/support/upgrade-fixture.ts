import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';
import type { TestResponse } from './test-app.ts';

/**
 * The database of one release: `tables/NAME.copy` contains the rows of a table in the text format of
 * `COPY … TO`, `database.json` the rest, and `answers.jsonl` the responses of that release to reads.
 */
export interface FixtureDatabase {
  /** The migrations that had run, in order. */
  readonly migrations: readonly string[];
  /** The columns of each table, without generated ones. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The DDL of the existing partitions. */
  readonly partitions: readonly string[];
  /** The last value of each sequence that was used. */
  readonly sequences: Readonly<Record<string, string>>;
}

/** A read, and the response that some of the accounts got. */
export interface RecordedResponse {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: unknown;
  readonly status: number;
  /** The parsed JSON, or the text of other types. */
  readonly answer: unknown;
  /** The email addresses of the accounts that got this response. */
  readonly accounts: readonly string[];
}

/** Written by the migrations that run before the rows are loaded. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Writes all rows of a database below `folder`.
 *
 * @param admin A superuser, because COPY reads and writes files on the database server.
 * @param exchange A folder that the database server and this process can write to.
 */
export async function dumpDatabase(
  admin: ConnectionOptions,
  exchange: string,
  folder: string,
): Promise<void> {
  await mkdir(join(folder, 'tables'), { recursive: true });
  await withClient(admin, async (client) => {
    const migrations = await firstColumn(client, 'select name from kysely_migration order by name');
    const columns: Record<string, string[]> = {};
    for (const table of await firstColumn(client, LIST_TABLES)) {
      if (MIGRATION_TABLES.includes(table)) continue;
      const names = await firstColumn(client, LIST_COLUMNS, [table]);
      columns[table] = names;
      const key = await firstColumn(client, LIST_KEY, [table]);
      const file = join(exchange, `${table}.copy`);
      const order = key.length > 0 ? key : names;
      await client.query(
        `copy (select ${list(names)} from ${id(table)} order by ${list(order)}) to ${text(file)}`,
      );
      await copyFile(file, join(folder, 'tables', `${table}.copy`));
    }
    const partitions = await firstColumn(client, LIST_PARTITIONS);
    const { rows } = await client.query<{ name: string; last: string }>(LIST_SEQUENCES);
    const sequences = Object.fromEntries(rows.map(({ name, last }) => [name, last]));
    const database: FixtureDatabase = { migrations, columns, partitions, sequences };
    await writeFile(join(folder, 'database.json'), `${JSON.stringify(database, null, 2)}\n`);
  });
}

export async function readFixtureDatabase(folder: string): Promise<FixtureDatabase> {
  return JSON.parse(await readFile(join(folder, 'database.json'), 'utf8')) as FixtureDatabase;
}

/** Loads the rows of a fixture into a database that has run exactly its migrations. */
export async function loadFixture(
  admin: ConnectionOptions,
  exchange: string,
  folder: string,
): Promise<void> {
  const { columns, partitions, sequences } = await readFixtureDatabase(folder);
  await withClient(admin, async (client) => {
    // Turns off foreign keys, because the rows are loaded table by table.
    await client.query('set session_replication_role = replica');
    // The server owns the partitions that it creates: a later migration may change them.
    const [owner = ''] = await firstColumn(client, FIND_OWNER);
    await client.query(`set role ${id(owner)}`);
    for (const statement of partitions) await client.query(statement);
    await client.query('reset role');
    for (const [table, names] of Object.entries(columns)) {
      const file = join(exchange, `${table}.copy`);
      await copyFile(join(folder, 'tables', `${table}.copy`), file);
      // The fixture also contains the rows that migrations write.
      await client.query(`delete from ${id(table)}`);
      await client.query(`copy ${id(table)} (${list(names)}) from ${text(file)}`);
    }
    for (const [name, last] of Object.entries(sequences)) {
      await client.query('select setval($1::regclass, $2)', [name, last]);
    }
    // Without statistics, the queries of the reads take much longer.
    await client.query('analyze');
  });
}

const FIND_OWNER = `
  select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;
const LIST_TABLES = `
  select relname from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;
const LIST_COLUMNS = `
  select attname from pg_attribute
  where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  order by attnum`;
const LIST_KEY = `
  select attname from pg_index
  join pg_attribute on attrelid = indrelid and attnum = any(indkey)
  where indrelid = $1::text::regclass and indisprimary
  order by array_position(indkey::smallint[], attnum)`;
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

const id = (name: string) => pg.escapeIdentifier(name);
const text = (value: string) => pg.escapeLiteral(value);
const list = (names: readonly string[]) => names.map(id).join(', ');

async function firstColumn(client: pg.Client, query: string, values: unknown[] = []) {
  const { rows } = await client.query<[string]>({ text: query, values, rowMode: 'array' });
  return rows.map(([value]) => value);
}

async function withClient(
  options: ConnectionOptions,
  act: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/** The recorded fields of a response; of an error only the code, because its text may change. */
export function toRecordedResponse({ status, text: sent, headers }: TestResponse) {
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!isJson) return { status, answer: sent };
  const answer = JSON.parse(sent) as { readonly RESP_CODE?: string };
  return { status, answer: status < 400 ? answer : { RESP_CODE: answer.RESP_CODE } };
}

export async function writeResponses(
  folder: string,
  answers: readonly RecordedResponse[],
): Promise<void> {
  const lines = answers.map((answer) => JSON.stringify(answer));
  await writeFile(join(folder, 'answers.jsonl'), `${lines.join('\n')}\n`);
}

export async function readResponses(folder: string): Promise<RecordedResponse[]> {
  const lines = (await readFile(join(folder, 'answers.jsonl'), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedResponse);
}

/** The folders of all fixtures, oldest first. */
export async function listFixtureFolders(root: string): Promise<string[]> {
  const names = (await readdir(root)).filter((name) => name.startsWith('database-'));
  return names.sort().map((name) => join(root, name));
}
