import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Puts rows into the database of a running Granary; for what nothing of it stores yet. */
export async function insertRows(
  dataDir: string,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  const client = new pg.Client(await addressIn(dataDir));
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

/** PostgreSQL writes down where it listens: port and folder are lines 4 and 5. */
async function addressIn(dataDir: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const [port, host = ''] = lines.slice(3, 5);
  return { host, port: Number(port), user: 'granary', database: 'granary', password };
}
