import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import type { ConnectionOptions } from './connection.ts';
import { PostgresError } from './errors.ts';
import type { PostgresLog } from './log.ts';
import { findStatementName } from './prepared-statements.ts';
import { parseSmallintArray, SMALLINT_ARRAY_OID } from './smallint-array.ts';
import type { Tables } from './tables.ts';

/** The embedded server's options, or the value of `DATABASE_URL`. */
export type DatabaseSource = ConnectionOptions | { readonly url: string };

export interface DatabaseOptions {
  readonly log: PostgresLog;
  /** The size of the pool. */
  readonly max?: number;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Kysely<Tables>;
  /** Closes the pool after its queries end. */
  dispose(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The oldest supported PostgreSQL, as `server_version_num`. */
const OLDEST_VERSION = 160_000;

/** Opens a pool. It connects on first use and reconnects after the server was down. */
export function openDatabase(source: DatabaseSource, { log, max = 10 }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...('url' in source ? { connectionString: source.url } : source),
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
    application_name: 'granary',
  });
  // The pool replaces a broken idle connection; without a listener Node would exit.
  pool.on('error', (error) => log.warn(`a database connection broke: ${error.message}`));
  // If a connection breaks during a transaction, only its next query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createReleasingPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    pool,
    db,
    // Kysely would end only a pool that it has used.
    dispose: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * A pool whose queries release their rows early. The promises of `pg` keep them in memory until a full
 * garbage collection (see `node --trace-gc`): every minor collection then copies the rows of all queries so
 * far, which delayed one response in fifteen.
 */
function createReleasingPool(pool: pg.Pool): PostgresPool {
  const releasingClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const releasingClient = releasingClients.get(client) ?? createReleasingClient(client);
      releasingClients.set(client, releasingClient);
      return releasingClient;
    },
    end: () => pool.end(),
  };
}

function createReleasingClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const name = findStatementName(text);
      const config = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      client.query(config, (error: Error | null, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  // Kysely uses the other overload only with a cursor.
  const overloadedQuery = query as unknown as PostgresPoolClient['query'];
  return { query: overloadedQuery, release: () => client.release() };
}

/** Dates stay `YYYY-MM-DD`: a `Date` would depend on this machine's time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === SMALLINT_ARRAY_OID && format !== 'binary') return parseSmallintArray;
  if (oid === pg.types.builtins.DATE && format !== 'binary') return String;
  return pg.types.getTypeParser(oid, format);
};

/**
 * Rejects a server that could lose a commit. `synchronous_commit` may be `on`, `local`,
 * `remote_write` or `remote_apply`: each waits until the log is on this server's disk; they differ
 * in what they require of standbys. Only `off` does not wait.
 *
 * @throws PostgresError `not-durable`, which names the setting, or `too-old`.
 */
export async function assertDurable(server: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await server.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN
       ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  );
  for (const { name, setting } of rows) {
    if (name === 'server_version_num') assertVersion(Number(setting));
    else if (setting === 'off') throw notDurableError(name);
  }
}

function assertVersion(version: number): void {
  if (version >= OLDEST_VERSION) return;
  throw new PostgresError(
    'too-old',
    `PostgreSQL ${Math.floor(version / 10_000)} is too old; Granary needs 16 or later`,
  );
}

function notDurableError(setting: string): PostgresError {
  return new PostgresError(
    'not-durable',
    `PostgreSQL is running with ${setting} = off, so acknowledged readings could be lost; turn it on`,
  );
}
