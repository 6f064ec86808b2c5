import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadBoard } from '@granary/simulator/load';
import pg from 'pg';
import { v8Flags } from '../../apps/server/src/config/v8-flags.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/postgres/embedded.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = join(ROOT, 'apps/server/dist/bundle/main.js');
/** A log that prints only warnings and errors. */
export const quietLog = { info() {}, warn: console.warn, error: console.error };

/** A separate PostgreSQL server with Granary's settings. */
export interface Postgres {
  readonly server: EmbeddedPostgres;
  readonly pool: pg.Pool;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL in a temporary folder. */
export async function startPostgres(): Promise<Postgres> {
  const dataDir = createTemporaryFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: quietLog });
  const options = server.connectionOptions;
  const pool = new pg.Pool({ ...options, max: 4 });
  pool.on('error', () => undefined);
  return {
    server,
    pool,
    url: `postgres://${options.user}:${options.password}@/${options.database}?host=${options.host}&port=${options.port}`,
    stop: async () => {
      await pool.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A Granary server under test. */
export interface Granary {
  readonly url: string;
  readonly mqttPort: number;
  readonly dataDir: string;
  readonly pid: number;
  /** The memory in use after a garbage collection, bytes; needs the memory probe. */
  measureMemory(): Promise<number>;
  stop(): Promise<void>;
}

export const ADMIN = { email: 'admin@bench.example', password: 'wheat barley 2026' };

/** Starts the built server on a database, with additional Node options and environment variables if given. */
export async function startGranary(
  databaseUrl: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Granary> {
  const dataDir = createTemporaryFolder();
  const child = spawn(process.execPath, [...v8Flags, ...options, SERVER], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...env,
      GRANARY_MODE: 'start',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const { url, mqttPort } = await waitUntilReady(child);
  return {
    url,
    mqttPort,
    dataDir,
    pid: child.pid ?? 0,
    measureMemory: () => measureMemory(child),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function measureMemory(child: ChildProcess): Promise<number> {
  child.send('measure');
  const [message] = (await once(child, 'message')) as [{ memory: number }];
  return message.memory;
}

async function waitUntilReady(child: ChildProcess): Promise<{ url: string; mqttPort: number }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code}.`)));
    child.on('message', (message: { ready?: { url: string; mqttPort: number } }) => {
      if (message.ready) resolve(message.ready);
    });
  });
}

export const BENCH_KEY = 'benchmark-only board key, more than forty characters';

/** Inserts boards with eight-cable bins; returns the bin IDs and the boards for a load test. */
export async function makeBoards(
  pool: pg.Pool,
  dataDir: string,
  count: number,
  binsPerBoard: number,
): Promise<{ boards: LoadBoard[]; binIds: number[]; ownerId: number }> {
  const pepper = Buffer.from(
    readFileSync(join(dataDir, 'secrets/board-key-pepper'), 'utf8'),
    'hex',
  );
  const keyHash = createHmac('sha256', pepper).update(BENCH_KEY).digest();
  const owner = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, role, first_name)
     values ('owner' || random() || '@bench.example', '-', 'user', 'Bench') returning id`,
  );
  const ownerId = owner.rows[0]?.id ?? 0;
  const farm = await pool.query<{ id: number }>(
    `insert into farms (owner_id, name, timezone) values ($1, 'Bench', 'America/Winnipeg')
     returning id`,
    [ownerId],
  );
  const prefix = `bench-${ownerId}-`;
  await pool.query(
    `insert into main_boards (id, farm_id, key_hash)
     select $1 || n, $2, $3 from generate_series(1, $4::int) n`,
    [prefix, farm.rows[0]?.id, keyHash, count],
  );
  const bins = await pool.query<{ id: number }>(
    `insert into bins (farm_id, main_board_id, bin_number, name, crop)
     select $2, $1 || n, b, 'Bin ' || n || '.' || b, 'Wheat'
     from generate_series(1, $3::int) n, generate_series(1, $4::int) b returning id`,
    [prefix, farm.rows[0]?.id, count, binsPerBoard],
  );
  const binIds = bins.rows.map(({ id }) => id);
  await pool.query(`insert into latest (bin_id) select unnest($1::int[])`, [binIds]);
  await pool.query(
    `insert into cables (bin_id, cable, cable_id)
     select id, c, c from unnest($1::int[]) id, generate_series(1, 8) c`,
    [binIds],
  );
  await pool.query(
    `insert into crop_periods (bin_id, cable, from_at, crop, moisture_source)
     select id, 0, '2000-01-01', 'Wheat', 'wheat-hard-henderson' from unnest($1::int[]) id`,
    [binIds],
  );
  const boards = Array.from({ length: count }, (_, i) => ({
    mainBoardId: `${prefix}${i + 1}`,
    key: BENCH_KEY,
    bins: Array.from({ length: binsPerBoard }, (__, b) => b + 1),
  }));
  return { boards, binIds, ownerId };
}

/** Signs in as the benchmark's admin and returns the bearer token. */
export async function adminToken(url: string): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { RESP_MSG } = (await response.json()) as { RESP_MSG: string };
  return RESP_MSG;
}

/** Creates a folder that PostgreSQL's user can access. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'granary-bench-'));
  chmodSync(folder, 0o755);
  return folder;
}
