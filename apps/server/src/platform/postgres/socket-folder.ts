import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { PostgresError } from './errors.ts';
import { PORT } from './postmaster.ts';

const PREFIX = 'granary-postgres-';

/** The address of a Unix socket has room for 107 bytes, 103 on macOS. */
const LONGEST_ADDRESS = 103;

/**
 * Makes the folder for the server's socket, mode 0700 and the account's own: who may enter it may
 * try the password, nobody else may even do that.
 *
 * @throws PostgresError `start-failed` where no temporary folder will do.
 */
export async function createSocketFolder(account: Account | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const address = join(parent, `${PREFIX}XXXXXX`, `.s.PGSQL.${PORT}`);
    if (Buffer.byteLength(address) > LONGEST_ADDRESS) continue;
    if (!(await canEnter(account, parent))) continue;
    const folder = await mkdtemp(join(parent, PREFIX));
    if (account) await chown(folder, account.uid, account.gid);
    return folder;
  }
  throw new PostgresError(
    'start-failed',
    `no temporary folder for PostgreSQL's socket: ${tmpdir()} is too long a path or out of reach`,
  );
}

/** Removes such a folder; anything else that a `postmaster.pid` may name is left alone. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(PREFIX)) await rm(folder, { recursive: true, force: true });
}
