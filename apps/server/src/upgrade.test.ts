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

/** The app over a fixture that this code's migrations have brought up to date. */
async function startWithFixture(folder: string): Promise<TestApp> {
  const database = await createEmptyDatabase();
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
  // The server does this when it starts.
  await recalculateAll(database.db);
  await storeStates(database.db, TEST_START);
  return createTestAppWithDatabase(database.connectionOptions, {}, () => database.dispose());
}

/**
 * Fields whose meaning a later release changed: hot spots need three sensors at their depth, and the
 * trend is that of the grain.
 */
const CHANGED = new Set(['hot_since', 'trend', 'counts', 'worst', 'states']);

/** Commands that were waiting before boards received commands expire in the upgrade: they are never sent. */
const EXPIRED = /^\/api\/boardCommands\/latest/;

/** A response without the fields whose meaning changed. */
function withoutChanged(response: unknown): unknown {
  if (Array.isArray(response)) return response.map(withoutChanged);
  if (typeof response !== 'object' || response === null) return response;
  return Object.fromEntries(
    Object.entries(response).flatMap(([name, value]) =>
      CHANGED.has(name) ? [] : [[name, withoutChanged(value)]],
    ),
  );
}

const isCsv = (response: unknown): response is string =>
  typeof response === 'string' && response.startsWith('\ufeff');

/**
 * The records of a CSV file by their headings, otherwise the response. Times are compared as instants:
 * later releases write them with the farm's offset.
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

/** The headings of a CSV file in order; none for other responses. */
function readHeadings(response: unknown): string[] {
  return isCsv(response) ? (parse(response, { bom: true, to_line: 1 })[0] ?? []) : [];
}

/** The reads that later releases added, by the fixture that has no response for them. */
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

/** Whether a URL's path matches a route, such as `GET user/notes/:userId`. */
function matchesRead(name: string, { method, url }: { method: string; url: string }): boolean {
  const path = name.replace(/^GET /, '').replaceAll(/:\w+/g, '[^/]+');
  return method === 'GET' && new RegExp(`^/api/${path}(\\?|$)`).test(url);
}

/** Leaves out the items that later releases added to a list: admins also find distributors. */
function withoutAddedItems(url: string, answer: unknown): unknown {
  if (!url.startsWith('/api/user/search')) return answer;
  const { RESP_MSG: found } = answer as { readonly RESP_MSG: unknown };
  const isAdded = (one: { readonly role?: string }) => one.role === 'distributor';
  return Array.isArray(found) ? { RESP_MSG: found.filter((one) => !isAdded(one)) } : answer;
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

  it('has a response for every read of that release', async () => {
    const recorded = await readResponses(folder);
    const reads = Object.keys(accessTable).filter((name) => name.startsWith('GET '));
    const missing = reads.filter((name) => !recorded.some((read) => matchesRead(name, read)));
    expect(missing.toSorted()).toEqual(addedReads[basename(folder)]?.toSorted());
  });

  it('never sends a command that was stored before', async () => {
    const rows = await app.db.selectFrom('commands').select(['state', 'instruction']).execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { state, instruction } of rows) {
      expect(['queued', 'released']).not.toContain(state);
      expect(instruction).toBeNull();
    }
  });

  it('starts under this code and answers every read as before', async () => {
    for (const { accounts, status, answer, ...read } of await readResponses(folder)) {
      if (EXPIRED.test(read.url)) continue;
      for (const email of accounts) {
        const token = tokens.get(email) ?? null;
        const now = toRecordedResponse(await app.call({ ...read, token }));
        const label = `${read.method} ${read.url} for ${email}`;
        expect(now.status, label).toBe(status);
        if (isDeepStrictEqual(now.answer, answer)) continue;
        // Later releases may add fields and columns; the others keep their values and their order.
        const headings = readHeadings(answer);
        const known = readHeadings(now.answer).filter((heading) => headings.includes(heading));
        expect(known, label).toEqual(headings);
        const before = withoutChanged(readFields(answer));
        if (typeof before === 'string') expect(now.answer, label).toBe(before);
        else {
          const fields = withoutAddedItems(read.url, readFields(now.answer));
          expect(fields, label).toMatchObject(before as object);
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
    const admin = tokens.get('admin@fixture.example') ?? null;
    const listReasons = async () => {
      const reasons: string[] = [];
      for (const { binId } of bins) {
        const url = `/api/board/grainRisks?bin_sensor_id=${binId}`;
        const { body } = await app.call({ url, token: admin });
        const { RESP_MSG: risks } = body as unknown as {
          readonly RESP_MSG: readonly { readonly risk: string; readonly reason: string }[];
        };
        reasons.push(
          ...risks.filter(({ risk }) => risk === 'storage-time').map((one) => one.reason),
        );
      }
      return reasons;
    };
    expect(await listReasons()).toContain('calculating');
    await wireTestAlerts(app).evaluate();
    expect(await listReasons()).not.toContain('calculating');
  }, 60_000);
});
