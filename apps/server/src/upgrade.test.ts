import { chmod } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessTable } from '../test/support/access-table.ts';
import { createTemporaryFolder } from '../test/support/data-folders.ts';
import { recalculateAll } from '../test/support/recalculate.ts';
import { storeStates } from '../test/support/store-states.ts';
import { wireTestAlerts } from '../test/support/test-alerts.ts';
import { createTestAppWithDatabase, TEST_START, type TestApp } from '../test/support/test-app.ts';
import { createEmptyDatabase } from '../test/support/test-database.ts';
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

/** Starts the app with a fixture that the current migrations have brought up to date. */
async function startWithFixture(folder: string): Promise<TestApp> {
  const database = await createEmptyDatabase();
  const fixtureMigrations = (await readFixtureDatabase(folder)).migrations;
  const knownMigrations = Object.entries(migrations).filter(([name]) =>
    fixtureMigrations.includes(name),
  );
  expect(knownMigrations.map(([name]) => name)).toEqual(fixtureMigrations);
  await migrate(database.db, Object.fromEntries(knownMigrations));
  const sharedFolder = await createTemporaryFolder();
  await chmod(sharedFolder.path, 0o777);
  const { admin } = inject('postgres');
  const { database: name } = database.connectionOptions;
  await loadFixture({ ...admin, database: name }, sharedFolder.path, folder);
  await sharedFolder.remove();
  await migrate(database.db);
  // The server does this when it starts.
  await recalculateAll(database.db);
  await storeStates(database.db, TEST_START);
  return createTestAppWithDatabase(database.connectionOptions, {}, () => database.dispose());
}

/**
 * Fields whose meaning a later release changed: hot spots need three sensors at their depth, and the
 * trend is that of the grain.
 */
const CHANGED_FIELDS = new Set(['hot_since', 'trend', 'counts', 'worst', 'states']);

/**
 * Reads of commands that expire in the upgrade: they were queued before boards received commands, and are
 * never sent.
 */
const EXPIRED_COMMAND_READS = /^\/api\/boardCommands\/latest/;

/** Removes the fields whose meaning changed from a response. */
function omitChangedFields(response: unknown): unknown {
  if (Array.isArray(response)) return response.map(omitChangedFields);
  if (typeof response !== 'object' || response === null) return response;
  return Object.fromEntries(
    Object.entries(response).flatMap(([name, value]) =>
      CHANGED_FIELDS.has(name) ? [] : [[name, omitChangedFields(value)]],
    ),
  );
}

const isCsv = (response: unknown): response is string =>
  typeof response === 'string' && response.startsWith('\ufeff');

/**
 * Parses a CSV file into records keyed by heading; returns other responses unchanged. Times become
 * milliseconds, because later releases write them with the farm's offset.
 */
function readFields(response: unknown): unknown {
  if (!isCsv(response)) return response;
  const records = parse(response, { columns: true, bom: true }) as Record<string, string>[];
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : value,
      ]),
    ),
  );
}

/** Reads the headings of a CSV file in order; returns none for other responses. */
function readHeadings(response: unknown): string[] {
  return isCsv(response) ? (parse(response, { bom: true, to_line: 1 })[0] ?? []) : [];
}

/** The reads that later releases added, keyed by the fixture that has no responses for them. */
const addedReads: Readonly<Record<string, readonly string[]>> = {
  'database-0017': [
    'GET alerts',
    'GET user/pushKey',
    'GET user/twoFactor',
    'GET user/twoFactorRoles',
    'GET user/sessions',
    'GET user/smsNumber',
    'GET user/channels',
    'GET user/customerDetails/:userId',
    'GET securityEvents',
    'GET serverHealth',
    'GET farm/contacts',
    'GET board/sensorSeries',
    'GET board/grainRisks',
    'GET board/binLoads/:id/levelCheck',
    'GET board/fanRuns',
    'GET boardCommands/details',
    'GET boardCommands/schedule',
    'GET board/getMonthlyLoads',
    'GET board/getDeletedBinLoads',
    'GET board/mainBoards',
    'GET places/providers',
    'GET farm/getTimeZoneProposal',
  ],
};

/** Checks whether a request matches a route, such as `GET user/notes/:userId`. */
function matchesRead(name: string, { method, url }: { method: string; url: string }): boolean {
  const path = name.replace(/^GET /, '').replaceAll(/:\w+/g, '[^/]+');
  return method === 'GET' && new RegExp(`^/api/${path}(\\?|$)`).test(url);
}

/** Leaves out the items that later releases added to a list: admins also find distributors. */
function omitAddedItems(url: string, answer: unknown): unknown {
  if (!url.startsWith('/api/user/search')) return answer;
  const { RESP_MSG: found } = answer as { readonly RESP_MSG: unknown };
  const isAdded = (item: { readonly role?: string }) => item.role === 'distributor';
  return Array.isArray(found) ? { RESP_MSG: found.filter((item) => !isAdded(item)) } : answer;
}

describe.each(folders.map((folder) => [basename(folder), folder]))('%s', (_, folder) => {
  let app: TestApp;
  const tokens = new Map<string, string>();

  beforeAll(async () => {
    app = await startWithFixture(folder);
    const users = await app.db
      .selectFrom('users')
      .select(['id', 'email', 'role'])
      .where('deletedAt', 'is', null)
      .execute();
    for (const user of users) tokens.set(user.email, await app.createToken(user));
  });

  afterAll(() => app.dispose());

  it('has a recorded response for every GET call of that release', async () => {
    const recorded = await readResponses(folder);
    const reads = Object.keys(accessTable).filter((name) => name.startsWith('GET '));
    const missing = reads.filter((name) => !recorded.some((read) => matchesRead(name, read)));
    expect(missing.toSorted()).toEqual(addedReads[basename(folder)]?.toSorted());
  });

  it('never sends a command that was stored before the upgrade', async () => {
    const rows = await app.db.selectFrom('commands').select(['state', 'instruction']).execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { state, instruction } of rows) {
      expect(['queued', 'released']).not.toContain(state);
      expect(instruction).toBeNull();
    }
  });

  it('starts with the current code and answers every read as before', async () => {
    for (const { accounts, status, answer, ...read } of await readResponses(folder)) {
      if (EXPIRED_COMMAND_READS.test(read.url)) continue;
      for (const email of accounts) {
        const token = tokens.get(email) ?? null;
        const currentResponse = toRecordedResponse(await app.call({ ...read, token }));
        const label = `${read.method} ${read.url} for ${email}`;
        expect(currentResponse.status, label).toBe(status);
        if (isDeepStrictEqual(currentResponse.answer, answer)) continue;
        // Later releases may add fields and columns; the others keep their values and their order.
        const headings = readHeadings(answer);
        const known = readHeadings(currentResponse.answer).filter((heading) =>
          headings.includes(heading),
        );
        expect(known, label).toEqual(headings);
        const recordedFields = omitChangedFields(readFields(answer));
        if (typeof recordedFields === 'string')
          expect(currentResponse.answer, label).toBe(recordedFields);
        else {
          const fields = omitAddedItems(read.url, readFields(currentResponse.answer));
          expect(fields, label).toMatchObject(recordedFields as object);
        }
      }
    }
  }, 120_000);

  it('has no storage times until the means of stored days have been calculated', async () => {
    const bins = await app.db
      .selectFrom('bins')
      .select('id as binId')
      .where('deletedAt', 'is', null)
      .execute();
    const adminToken = tokens.get('admin@fixture.example') ?? null;
    const listReasons = async () => {
      const reasons: string[] = [];
      for (const { binId } of bins) {
        const url = `/api/board/grainRisks?bin_sensor_id=${binId}`;
        const { body } = await app.call({ url, token: adminToken });
        const { RESP_MSG: risks } = body as unknown as {
          readonly RESP_MSG: readonly { readonly risk: string; readonly reason: string }[];
        };
        reasons.push(
          ...risks
            .filter(({ risk }) => risk === 'storage-time')
            .map((grainRisk) => grainRisk.reason),
        );
      }
      return reasons;
    };
    expect(await listReasons()).toContain('calculating');
    await wireTestAlerts(app).evaluate();
    expect(await listReasons()).not.toContain('calculating');
  }, 60_000);
});
