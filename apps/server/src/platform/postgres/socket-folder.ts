import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PostgresError } from './errors.ts';
import { PORT } from './postmaster.ts';
import { canEnter, type SystemUser } from './system-user.ts';

const PREFIX = 'granary-postgres-';

/** A Unix socket's path has at most 107 bytes, 103 on macOS. */
const MAX_PATH_BYTES = 103;

/**
 * Creates the folder for the server's socket with mode 0700, owned by the server's user, so that
 * other users cannot even try passwords.
 *
 * @throws PostgresError `start-failed` when no temporary folder can be used.
 */
export async function createSocketFolder(user: SystemUser | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const socketPath = join(parent, `${PREFIX}XXXXXX`, `.s.PGSQL.${PORT}`);
    if (Buffer.byteLength(socketPath) > MAX_PATH_BYTES) continue;
    if (!(await canEnter(user, parent))) continue;
    const folder = await mkdtemp(join(parent, PREFIX));
    if (user) await chown(folder, user.uid, user.gid);
    return folder;
  }
  throw new PostgresError(
    'start-failed',
    `no temporary folder for PostgreSQL's socket: ${tmpdir()} is too long or not accessible; set TMPDIR to a short path that PostgreSQL's user can access`,
  );
}

/** Removes a socket folder; ignores any other folder that a `postmaster.pid` might name. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true });
}
