import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  queryFirstColumn,
  quoteIdentifier,
  quoteIdentifiers,
  readCatalog,
  setSequences,
  type TableCatalog,
} from '../../src/backup/tables.ts';
import type { ConnectionOptions } from '../../src/platform/postgres/connection.ts';
import type { TestResponse } from './test-app.ts';

/**
 * `database.json` of a fixture: everything about the database except its rows. Next to it, `tables/NAME.copy`
 * contains the rows of a table in the text format of `COPY … TO`, and `answers.jsonl` contains the responses
 * of that release to reads.
 */
export type FixtureDatabase = TableCatalog;

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

/**
 * Writes all rows of a database to files in `folder`.
 *
 * @param admin A superuser, because COPY reads and writes files on the database server.
 * @param sharedFolder A folder that the database server and this process can write to.
 */
export async function dumpDatabase(
  admin: ConnectionOptions,
  sharedFolder: string,
  folder: string,
): Promise<void> {
  await mkdir(join(folder, 'tables'), { recursive: true });
  await withClient(admin, async (client) => {
    const database = await readCatalog(client);
    for (const [table, names] of Object.entries(database.columns)) {
      const key = await queryFirstColumn(client, LIST_KEY_COLUMNS, [table]);
      const file = join(sharedFolder, `${table}.copy`);
      const order = key.length > 0 ? key : names;
      await client.query(
        `copy (select ${quoteIdentifiers(names)} from ${quoteIdentifier(table)} order by ${quoteIdentifiers(order)}) to ${quoteText(file)}`,
      );
      await copyFile(file, join(folder, 'tables', `${table}.copy`));
    }
    await writeFile(join(folder, 'database.json'), `${JSON.stringify(database, null, 2)}\n`);
  });
}

export async function readFixtureDatabase(folder: string): Promise<FixtureDatabase> {
  return JSON.parse(await readFile(join(folder, 'database.json'), 'utf8')) as FixtureDatabase;
}

/**
 * Loads the rows of a fixture into a database to which exactly the fixture's migrations have been applied.
 */
export async function loadFixture(
  admin: ConnectionOptions,
  sharedFolder: string,
  folder: string,
): Promise<void> {
  const catalog = await readFixtureDatabase(folder);
  await withClient(admin, async (client) => {
    // Turns off foreign key checks, because the rows are loaded table by table.
    await client.query('set session_replication_role = replica');
    // The server's role must own the partitions, because a later migration may change them.
    const [owner = ''] = await queryFirstColumn(client, FIND_OWNER);
    await client.query(`set role ${quoteIdentifier(owner)}`);
    for (const statement of catalog.partitions) await client.query(statement);
    await client.query('reset role');
    for (const [table, names] of Object.entries(catalog.columns)) {
      const file = join(sharedFolder, `${table}.copy`);
      await copyFile(join(folder, 'tables', `${table}.copy`), file);
      // The fixture also contains the rows that migrations write.
      await client.query(`delete from ${quoteIdentifier(table)}`);
      await client.query(
        `copy ${quoteIdentifier(table)} (${quoteIdentifiers(names)}) from ${quoteText(file)}`,
      );
    }
    await setSequences(client, catalog);
    // Without statistics, the reads that the test repeats take much longer.
    await client.query('analyze');
  });
}

const FIND_OWNER = `
  select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;
const LIST_KEY_COLUMNS = `
  select attname from pg_index
  join pg_attribute on attrelid = indrelid and attnum = any(indkey)
  where indrelid = $1::text::regclass and indisprimary
  order by array_position(indkey::smallint[], attnum)`;
const quoteText = (value: string) => pg.escapeLiteral(value);
async function withClient(
  options: ConnectionOptions,
  callback: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    await callback(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the fields of a response that are recorded; for an error, only the code, because its text may
 * change.
 */
export function toRecordedResponse({ status, text: bodyText, headers }: TestResponse) {
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (!isJson) return { status, answer: bodyText };
  const answer = JSON.parse(bodyText) as { readonly RESP_CODE?: string };
  return { status, answer: status < 400 ? answer : { RESP_CODE: answer.RESP_CODE } };
}

export async function writeResponses(
  folder: string,
  responses: readonly RecordedResponse[],
): Promise<void> {
  const lines = responses.map((response) => JSON.stringify(response));
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
