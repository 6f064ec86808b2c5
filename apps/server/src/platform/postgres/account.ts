import { execFile } from 'node:child_process';
import { PostgresError } from './errors.ts';

/** Named in full: whoever starts us may have narrowed the search path. */
const ID = '/usr/bin/id';

/** The system user that the database server runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export interface Outcome {
  readonly ok: boolean;
  /** Standard output, trimmed. */
  readonly output: string;
  /** Standard error or the reason why the program did not start, trimmed. */
  readonly complaint: string;
}

/**
 * Where and as whom a program of PostgreSQL is run. The folder is `/` because they refuse to work
 * in one that their user cannot read; of our environment they get nothing, because `PGDATA` and
 * its like would change what they do.
 */
export function spawnOptions(account: Account | undefined) {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

/** Runs a program to its end, as `account` where one is given. Never rejects. */
export function run(command: string, args: readonly string[], account?: Account): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(command, args, spawnOptions(account), (error, stdout, stderr) => {
      const complaint = stderr.trim() || (error?.message ?? '');
      resolve({ ok: error === null, output: stdout.trim(), complaint });
    });
  });
}

/**
 * The user to run PostgreSQL as, which refuses to work for root: `postgres`, else `nobody`.
 * `undefined` where we are not root and it runs as ourselves.
 *
 * @throws PostgresError `start-failed` where root finds neither user.
 */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([run(ID, ['-u', name]), run(ID, ['-g', name])]);
    if (uid.ok && gid.ok) return { name, uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new PostgresError(
    'start-failed',
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as; ' +
      'start Granary as an ordinary user or set DATABASE_URL',
  );
}

/** Whether the account (or we ourselves) may pass every parent of `folder` and enter it. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], account)).ok;
}
