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
import { statementName } from './prepared-statements.ts';
import { parseSmallints, SMALLINT_ARRAY } from './smallints.ts';
import type { Tables } from './tables.ts';

/** The embedded server's options, or the value of `DATABASE_URL`. */
export type DatabaseSource = ConnectionOptions | { readonly url: string };

export interface DatabaseOptions {
  readonly log: PostgresLog;
  /** The most connections at once. */
  readonly max?: number;
}

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Kysely<Tables>;
  /** Ends all connections once their queries are done. */
  dispose(): Promise<void>;
}

const CONNECT_MS = 10_000;

/** Oldest supported PostgreSQL, as its `server_version_num` counts. */
const OLDEST_VERSION = 160_000;

/** Opens a pool. It connects when it is used, and again after the server was gone. */
export function openDatabase(source: DatabaseSource, { log, max = 10 }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...('url' in source ? { connectionString: source.url } : source),
    max,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
    application_name: 'granary',
  });
  // An idle connection that breaks is replaced at the next query; unheard, it would end Node.
  pool.on('error', (error) => log.warn(`a database connection broke: ${error.message}`));
  // One that breaks between two queries of a transaction fails the next of them, no more.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: lettingGo(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { pool, db, dispose: () => db.destroy() };
}

/**
 * A pool whose queries let go of the rows they gave. The promises of pg itself hold on to them until
 * a full collection (`node --trace-gc` shows it): every short one then copies the rows of all queries
 * since the last, which made one answer in fifteen wait.
 */
function lettingGo(pool: pg.Pool): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const letting = known.get(client) ?? clientLettingGo(client);
      known.set(client, letting);
      return letting;
    },
    end: () => pool.end(),
  };
}

function clientLettingGo(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const name = statementName(text);
      const config = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      client.query(config, (error: Error | null, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
  // The other form, of cursors, needs a dialect that was given one.
  const form = query as unknown as PostgresPoolClient['query'];
  return { query: form, release: () => client.release() };
}

/** Dates stay `YYYY-MM-DD`: as a `Date` they would shift with this machine's time zone. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === SMALLINT_ARRAY && format !== 'binary') return parseSmallints;
  if (oid === pg.types.builtins.DATE && format !== 'binary') return String;
  return pg.types.getTypeParser(oid, format);
};

/**
 * Refuses a server on which a committed reading could still be lost. `synchronous_commit` may be
 * `on`, `local`, `remote_write` or `remote_apply`: with each of them a commit waits until its log
 * is on this server's disk; they differ in what they ask of standbys. Only `off` does not wait.
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
    else if (setting === 'off') throw notDurable(name);
  }
}

function assertVersion(version: number): void {
  if (version >= OLDEST_VERSION) return;
  throw new PostgresError(
    'too-old',
    `PostgreSQL ${Math.floor(version / 10_000)} is too old; Granary needs 16 or later`,
  );
}

function notDurable(setting: string): PostgresError {
  return new PostgresError(
    'not-durable',
    `PostgreSQL runs with ${setting} = off, so acknowledged readings could be lost; switch it on`,
  );
}
