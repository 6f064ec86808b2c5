import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '@granary/contract/errors';
import { type Millis, millis } from '@granary/domain/units';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Sessions } from '../../src/accounts/sessions.ts';
import { type ServerPorts, wireServer } from '../../src/app/wire-server.ts';
import { type Config, deriveConfig } from '../../src/config/config.ts';
import { readEnv } from '../../src/config/env.ts';
import type { Secrets } from '../../src/config/secrets.ts';
import { type PresetUrls, presetUrls } from '../../src/places/preset-urls.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import type { Lookup } from '../../src/platform/outbound/outbound.ts';
import { isPrivateAddress } from '../../src/platform/outbound/private-address.ts';
import type { DatabaseSource } from '../../src/platform/postgres/database.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import type { Tables, UserRow } from '../../src/platform/postgres/tables.ts';
import { TEST_PEPPER } from './board-fixtures.ts';
import { createTestDatabase, silentLog } from './test-database.ts';

/** The time at which tests begin. */
export const TEST_START = millis(Date.parse('2026-07-01T12:00:00Z'));

/** A complete server with its own database and a clock that only `advance` moves. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  /** Every line of the log. */
  readonly logLines: string[];
  /** Each delay that the server imposed on a caller, ms. */
  readonly delays: number[];
  now(): Millis;
  advance(ms: number): void;
  /** Runs every repeated job once, or only the jobs that repeat at least once every `everyMs`. */
  runRepeatedJobs(everyMs?: number): void;
  call(request: TestRequest): Promise<TestResponse>;
  /** Creates a token for a new session of a user. */
  createToken(user: Pick<UserRow, 'id' | 'role' | 'email'>): Promise<string>;
  /** Listens on free ports. */
  start(): Promise<ServerPorts>;
  dispose(): Promise<void>;
}

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** The path and query, such as `/api/user/login`. */
  readonly url: string;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly remoteAddress?: string;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed body; the tests check its fields. */
  readonly body: { readonly RESP_MSG: unknown } & Partial<Omit<ErrorBody, 'RESP_MSG'>>;
}

export interface TestOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly webAppFolder?: string;
  readonly logLevel?: string;
  readonly lookup?: Lookup;
  /** Replaces the known providers' addresses. */
  readonly presetUrls?: PresetUrls;
  /** By default, the product's own check. */
  readonly isPrivateAddress?: (address: string) => boolean;
  /** By default, the CA certificates that come with Node.js. */
  readonly caCertificates?: string;
  /** Returns how much of the disk is free, %. */
  readonly getFreeDiskPercent?: () => Promise<number>;
}

/** Creates a server with a new database that has all tables and no rows. */
export async function createTestApp(options: TestOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  return createTestAppWithDatabase(database.connectionOptions, options, () => database.dispose());
}

/** Creates a server without a database, for tests that need none. */
export function createTestAppWithoutDatabase(options: TestOptions = {}): Promise<TestApp> {
  return createTestAppWithDatabase(
    { url: 'postgres://nobody@127.0.0.1:1/none' },
    options,
    async () => {},
  );
}

/** Creates a server with the test's own database, which has all tables. */
export async function createTestAppWithDatabase(
  source: DatabaseSource,
  options: TestOptions,
  disposeDatabase: () => Promise<void> = async () => {},
): Promise<TestApp> {
  const { env = {}, webAppFolder, logLevel = 'trace', lookup = rejectLookup } = options;
  const database = openDatabase(source, { log: silentLog });
  const secrets = {
    tokenKey: randomBytes(32),
    boardPepper: TEST_PEPPER,
    totpKey: randomBytes(32),
    outboxKey: randomBytes(32),
    vapidKey: randomBytes(32),
  };
  const logged: string[] = [];
  const log = createLogger(logLevel, { write: (line: string) => void logged.push(line) });
  const delays: number[] = [];
  const repeatedJobs: { action: () => void; everyMs: number }[] = [];
  let currentTime = TEST_START;
  const now = () => currentTime;
  const server = await wireServer(toConfig(env), secrets, database, source, log, {
    now,
    pause: async (ms) => delays.push(ms),
    repeat: (action, everyMs) => {
      repeatedJobs.push({ action, everyMs });
      return () => {};
    },
    lookup,
    isPrivateAddress: options.isPrivateAddress ?? isPrivateAddress,
    caCertificates: options.caCertificates,
    presetUrls: options.presetUrls ?? presetUrls,
    getFreeDiskPercent: options.getFreeDiskPercent ?? (async () => 50),
    webAppFolder: webAppFolder ?? null,
  });
  const sessions = new Sessions(database.db, secrets.tokenKey, now);
  return {
    app: server.app,
    db: database.db,
    secrets,
    sessions,
    logLines: logged,
    delays,
    now,
    advance: (ms) => {
      currentTime = millis(currentTime + ms);
    },
    runRepeatedJobs: (everyMs = Number.POSITIVE_INFINITY) => {
      for (const job of repeatedJobs) if (job.everyMs <= everyMs) job.action();
    },
    call: (request) => call(server.app, request),
    createToken: (user) => sessions.begin(user, false),
    start: () => server.start(),
    dispose: async () => {
      await server.stop();
      await database.dispose();
      await disposeDatabase();
    },
  };
}

/** Tests do not look up host names unless they pass their own `lookup`. */
async function rejectLookup(hostname: string): Promise<never> {
  throw new Error(`A test looked up ${hostname}: pass your own lookup to createTestApp.`);
}

function toConfig(env: Readonly<Record<string, string>>): Config {
  const ports = { HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0' };
  return deriveConfig(readEnv({ ...ports, ...env }));
}

async function call(app: FastifyInstance, request: TestRequest): Promise<TestResponse> {
  const { method = 'GET', url, token, body, headers, remoteAddress } = request;
  const response = await app.inject({
    method,
    url,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { payload: body as Record<string, unknown> }),
    ...(remoteAddress ? { remoteAddress } : {}),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: isJson && response.payload !== '' ? response.json() : { RESP_MSG: null },
  };
}
