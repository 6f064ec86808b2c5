import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionOptions } from './connection.ts';
import { PostgresError } from './errors.ts';
import { APP_DATABASE, APP_USER } from './launcher-session.ts';
import { findPostmaster, PORT } from './postmaster.ts';

/**
 * Finds the connection to the embedded server that is running from a data folder, for tools that run
 * alongside Granary. Starts, creates and locks nothing.
 *
 * @throws PostgresError `not-running`, also while the server is starting, or `data-folder-unusable`.
 */
export async function findRunningServer(dataDir: string): Promise<ConnectionOptions> {
  // The folder might be a link to a location that PostgreSQL's user can access.
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const postmaster = folder === undefined ? undefined : await findPostmaster(folder);
  if (!postmaster?.isReady) {
    throw new PostgresError(
      'not-running',
      `no Granary server is running in ${dataDir}; start it, or set DATA_DIR to the folder of the running server`,
    );
  }
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8').catch((cause) => {
    const message = `the password in ${dataDir} cannot be read; run this as the user Granary runs as`;
    throw new PostgresError('data-folder-unusable', message, { cause });
  });
  return {
    host: postmaster.socketDir,
    port: PORT,
    user: APP_USER,
    database: APP_DATABASE,
    password: password.trim(),
  };
}
