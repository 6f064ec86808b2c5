import { chmod } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTemporaryFolder } from '../test/support/data-folders.ts';
import { createTestAppOver, type TestApp } from '../test/support/test-app.ts';
import { emptyDatabase } from '../test/support/test-database.ts';
import {
  listFixtureFolders,
  loadFixture,
  readFixtureDatabase,
  readResponses,
  toRecordedResponse,
} from '../test/support/upgrade-fixture.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { migrations } from './platform/postgres/migrations/index.ts';

const folders = await listFixtureFolders(
  fileURLToPath(new URL('../test/fixtures', import.meta.url)),
);

/** The app over a fixture that this code's migrations have brought up to date. */
async function startOver(folder: string): Promise<TestApp> {
  const database = await emptyDatabase();
  const earlier = (await readFixtureDatabase(folder)).migrations;
  const known = Object.entries(migrations).filter(([name]) => earlier.includes(name));
  expect(known.map(([name]) => name)).toEqual(earlier);
  await migrate(database.db, Object.fromEntries(known));
  const exchange = await createTemporaryFolder();
  await chmod(exchange.path, 0o777);
  const { admin } = inject('postgres');
  const { database: name } = database.connectionOptions;
  await loadFixture({ ...admin, database: name }, exchange.path, folder);
  await exchange.remove();
  await migrate(database.db);
  return createTestAppOver(database.connectionOptions, {}, () => database.dispose());
}

/** The records of a CSV file by their headings, otherwise the answer. */
function readFields(answer: unknown): unknown {
  const isCsv = typeof answer === 'string' && answer.startsWith('\ufeff');
  return isCsv ? parse(answer, { columns: true, bom: true }) : answer;
}

describe.each(folders.map((folder) => [basename(folder), folder]))('%s', (_, folder) => {
  let app: TestApp;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    app = await startOver(folder);
    const users = await app.db
      .selectFrom('users')
      .select(['id', 'email', 'role'])
      .where('deletedAt', 'is', null)
      .execute();
    for (const user of users) tokens.set(user.email, await app.createToken(user));
  });

  afterAll(() => app.dispose());

  it('starts under this code and answers every read as before', async () => {
    for (const { accounts, status, answer, ...read } of await readResponses(folder)) {
      for (const email of accounts) {
        const token = tokens.get(email) ?? null;
        const now = toRecordedResponse(await app.call({ ...read, token }));
        const label = `${read.method} ${read.url} for ${email}`;
        expect(now.status, label).toBe(status);
        if (isDeepStrictEqual(now.answer, answer)) continue;
        // Later releases may add fields and columns; those that were there keep their values.
        const before = readFields(answer);
        if (typeof before === 'string') expect(now.answer, label).toBe(before);
        else expect(readFields(now.answer), label).toMatchObject(before as object);
      }
    }
  }, 120_000);
});
