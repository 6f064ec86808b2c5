import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { migrations } from '../../src/platform/postgres/migrations/index.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { MISSING_ID } from './access-requests.ts';
import { accessTable } from './access-table.ts';
import { type FixtureContents, fillFixture } from './fill-upgrade-fixture.ts';
import {
  createTestAppWithDatabase,
  TEST_START,
  type TestApp,
  type TestResponse,
} from './test-app.ts';
import {
  dumpDatabase,
  type RecordedResponse,
  toRecordedResponse,
  writeResponses,
} from './upgrade-fixture.ts';
import { FIXTURE_START } from './upgrade-fixture-bins.ts';

/** Reads that use POST, and their request bodies. */
const postReads: Readonly<Record<string, readonly unknown[]>> = {
  'rawData/all': [undefined],
  'rawData/getFilteredData': [
    { page: 1, limit: 10, date: '2026-06-30' },
    { page: 1, limit: 10, unread: true },
    { page: 1, limit: 10, id: 'FX-1|2', type: 'fan-data' },
  ],
  'rawData/exportFilteredData': [{ type: 'firmware-data' }],
  'user/search': [
    { model: 'bins', text: 'bin' },
    { model: 'farms', text: 'f' },
    { model: 'users', text: 'fixture' },
  ],
};

/** Reads of bins in addition to those of the access table. */
const binReads = [
  'board/sensorMinMaxReading?bin_sensor_id=ID&days=7',
  'board/sensorMinMaxReading?bin_sensor_id=ID&days=182',
  'board/getSensorReading?bin_sensor_id=ID&page_no=100',
  'board/getSensorReadingByFilters?bin_sensor_id=ID&dateTime=2026-06-15T12:00:00Z',
];

/** Performs every read as each account; identical responses to a read are recorded once. */
async function recordResponses(
  app: TestApp,
  contents: FixtureContents,
): Promise<RecordedResponse[]> {
  const tokens = await createTokens(app, contents);
  const recorded: RecordedResponse[] = [];
  for (const read of listReads(contents)) {
    const distinctResponses = new Map<string, { response: TestResponse; accounts: string[] }>();
    for (const [email, token] of tokens) {
      const response = await app.call({ ...read, token });
      // The access table tests which users are refused.
      if (response.status === 403 || response.status === 404) continue;
      const key = `${response.status} ${response.text}`;
      const recordedResponse = distinctResponses.get(key);
      if (recordedResponse) recordedResponse.accounts.push(email);
      else distinctResponses.set(key, { response, accounts: [email] });
    }
    for (const { response, accounts } of distinctResponses.values()) {
      recorded.push({ ...read, ...toRecordedResponse(response), accounts });
    }
  }
  return recorded;
}

async function createTokens(
  app: TestApp,
  { accounts }: FixtureContents,
): Promise<ReadonlyMap<string, string>> {
  const users = await app.db
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  const emails = new Set(accounts.map(({ email }) => email));
  const tokens = new Map<string, string>();
  for (const user of users) {
    if (emails.has(user.email)) tokens.set(user.email, await app.createToken(user));
  }
  return tokens;
}

type Read = Pick<RecordedResponse, 'method' | 'url' | 'body'>;

/** Lists each GET of the access table for every account, farm, bin and board, and some other reads. */
function listReads({ accounts, farms, bins, boards }: FixtureContents): Read[] {
  const urls = new Set<string>();
  const rounds = Math.max(accounts.length, farms.length, bins.length, boards.length);
  const pick = (ids: readonly string[], round: number) => ids[round % ids.length] ?? MISSING_ID;
  const users = accounts.map(({ id }) => id);
  for (const [name, { request: createRequest }] of Object.entries(accessTable)) {
    if (!name.startsWith('GET ')) continue;
    for (let round = 0; round < rounds; round++) {
      const user = pick(users, round);
      const ids = {
        user,
        distributor: user,
        userDistributor: null,
        farm: pick(farms, round),
        bin: pick(bins, round),
        board: pick(boards, round),
        load: MISSING_ID,
        alert: MISSING_ID,
        contact: MISSING_ID,
      };
      urls.add(createRequest(ids).url);
    }
  }
  for (const path of binReads) {
    for (const bin of bins) urls.add(`/api/${path.replace('ID', bin)}`);
  }
  const gets = [...urls].map((url) => ({ method: 'GET' as const, url }));
  const posts = Object.entries(postReads).flatMap(([path, bodies]) =>
    bodies.map((body) => ({ method: 'POST' as const, url: `/api/${path}`, body })),
  );
  return [...gets, ...posts];
}

/** Sets the timestamps that came from the database's clock to the start of the fixture. */
async function backdate(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as "table", attname as "column"
    from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum
    join pg_class on pg_class.oid = adrelid
    where pg_get_expr(adbin, adrelid) = 'now()'
      and relnamespace = 'public'::regnamespace and not relispartition`.execute(db);
  for (const { table: name, column } of rows) {
    await sql`
      update ${sql.table(name)} set ${sql.ref(column)} = ${new Date(FIXTURE_START)}
      where ${sql.ref(column)} > ${new Date(TEST_START)}`.execute(db);
  }
}

const log = { info() {}, warn: console.warn, error: console.error };
const root = fileURLToPath(new URL('../fixtures', import.meta.url));
const sharedFolder = await mkdtemp(join(tmpdir(), 'granary-fixture-'));
await chmod(sharedFolder, 0o777);
await mkdir(join(sharedFolder, 'data'));
const server = await startEmbeddedPostgres({ dataDir: join(sharedFolder, 'data'), log });
try {
  const database = openDatabase(server.connectionOptions, { log });
  await migrate(database.db);
  const app = await createTestAppWithDatabase(server.connectionOptions, {});
  const contents = await fillFixture(app);
  await backdate(database.db);
  const folder = join(root, `database-${Object.keys(migrations).at(-1)?.slice(0, 4)}`);
  await rm(folder, { recursive: true, force: true });
  const admin = { ...server.adminOptions, database: server.connectionOptions.database };
  await dumpDatabase(admin, sharedFolder, folder);
  await writeResponses(folder, await recordResponses(app, contents));
  await app.dispose();
  await database.dispose();
} finally {
  await server.stop('fast');
  await rm(sharedFolder, { recursive: true, force: true });
}
