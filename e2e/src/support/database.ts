import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/**
 * Executes an SQL statement in the database of a running Granary, to create states that a test cannot create
 * in any other way.
 */
export async function executeSql(
  dataDir: string,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  await withDatabase(dataDir, (client) => client.query(statement, [...values]));
}

/** Runs `work` with a connection to the database of a running Granary. */
export async function withDatabase<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(await readConnectionOptions(dataDir));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Reads PostgreSQL's port and socket folder from lines 4 and 5 of `postmaster.pid`. */
async function readConnectionOptions(dataDir: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const [port, host = ''] = lines.slice(3, 5);
  return { host, port: Number(port), user: 'granary', database: 'granary', password };
}
