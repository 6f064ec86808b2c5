import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionOptions } from './connection.ts';
import { PostgresError } from './errors.ts';

/** The key of the advisory lock that says: a Granary works with this data. */
const LOCK_KEY = '4714207201';

const ANSWER_MS = 5000;
/** A server sees within moments that a killed client is gone; until then it holds the lock. */
const LOCK_PATIENCE_MS = 2000;
const LOCK_RETRY_MS = 50;

export const APP_USER = 'granary';
export const APP_DATABASE = 'granary';

/**
 * Connects as superuser and asks one question.
 *
 * @returns a client whose end the caller must watch and which it must end
 */
export async function connect(options: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: ANSWER_MS,
    application_name: 'granary launcher',
  });
  // The 'end' that follows is what counts; without a listener the process would end.
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
 * Takes the lock for as long as the client's session lasts.
 *
 * @throws PostgresError `data-folder-in-use` where another Granary has it.
 */
export async function takeLock(client: pg.Client, dataDir: string): Promise<void> {
  for (let waited = 0; waited <= LOCK_PATIENCE_MS; waited += LOCK_RETRY_MS) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS taken',
      [LOCK_KEY],
    );
    if (rows[0]?.taken) return;
    await wait(LOCK_RETRY_MS);
  }
  throw inUse(dataDir);
}

export function inUse(dataDir: string): PostgresError {
  return new PostgresError(
    'data-folder-in-use',
    `another Granary is running on ${dataDir}; stop it, or set DATA_DIR to another folder`,
  );
}

/**
 * Makes the role and the database that Granary works with. The role is no superuser: a hole in a
 * query must not reach the machine's files and programs.
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
