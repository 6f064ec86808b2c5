import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionOptions } from './connection.ts';
import { PostgresError } from './errors.ts';

/** The key of the advisory lock that a running Granary holds. */
const LOCK_KEY = '4714207201';

const CONNECT_TIMEOUT_MS = 5000;
/** PostgreSQL holds a killed client's lock until it notices that the client is gone, moments later. */
const LOCK_TIMEOUT_MS = 2000;
const LOCK_RETRY_MS = 50;

export const APP_USER = 'granary';
export const APP_DATABASE = 'granary';

/**
 * Connects as superuser and checks the connection.
 *
 * @returns a client; the caller handles its 'end' event and ends it
 */
export async function connect(options: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'granary launcher',
  });
  // The 'end' event follows; without a listener the process would exit.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Takes the lock until the client's session ends.
 *
 * @throws PostgresError `data-folder-in-use` when another Granary holds it.
 */
export async function acquireLock(client: pg.Client, dataDir: string): Promise<void> {
  for (let waitedMs = 0; waitedMs <= LOCK_TIMEOUT_MS; waitedMs += LOCK_RETRY_MS) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [LOCK_KEY],
    );
    if (rows[0]?.taken) return;
    await wait(LOCK_RETRY_MS);
  }
  throw inUseError(dataDir);
}

export function inUseError(dataDir: string): PostgresError {
  return new PostgresError(
    'data-folder-in-use',
    `another Granary server is running in ${dataDir}; stop it, or set DATA_DIR to another folder`,
  );
}

/**
 * Creates Granary's role and database. The role is not a superuser, so that an SQL injection cannot reach
 * files and programs on the machine.
 */
export async function ensureDatabase(client: pg.Client, password: string): Promise<void> {
  const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_USER]);
  if (role.rowCount === 0) {
    const secret = client.escapeLiteral(password);
    await client.query(`CREATE ROLE ${APP_USER} LOGIN PASSWORD ${secret}`);
  }
  const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
    APP_DATABASE,
  ]);
  if (database.rowCount === 0) {
    await client.query(`CREATE DATABASE ${APP_DATABASE} OWNER ${APP_USER}`);
  }
}
