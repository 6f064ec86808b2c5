import { execFile } from 'node:child_process';
import { PostgresError } from './errors.ts';

/** An absolute path, because `PATH` might be restricted. */
const ID_PROGRAM = '/usr/bin/id';

/** The system user that the database server runs as. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export interface ProgramResult {
  readonly isSuccess: boolean;
  /** Standard output, trimmed. */
  readonly output: string;
  /** Standard error or the reason why the program did not start, trimmed. */
  readonly errorOutput: string;
}

/**
 * The options for running a PostgreSQL program. It runs in `/`, because the programs refuse to work in a
 * folder that their user cannot read, and without our environment, because variables such as `PGDATA` would
 * change what they do.
 */
export function createSpawnOptions(user: SystemUser | undefined) {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user && { uid: user.uid, gid: user.gid }),
  };
}

/** Runs a program to completion, as `user` if one is given. Never rejects. */
export function runProgram(
  command: string,
  args: readonly string[],
  user?: SystemUser,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(command, args, createSpawnOptions(user), (error, stdout, stderr) => {
      const errorText = stderr.trim() || (error?.message ?? '');
      resolve({ isSuccess: error === null, output: stdout.trim(), errorOutput: errorText });
    });
  });
}

/**
 * The user to run PostgreSQL as, because it refuses to run as root: `postgres`, or `nobody`.
 * `undefined` when Granary does not run as root; PostgreSQL then runs as the same user.
 *
 * @throws PostgresError `start-failed` when neither user exists.
 */
export async function findServerUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([
      runProgram(ID_PROGRAM, ['-u', name]),
      runProgram(ID_PROGRAM, ['-g', name]),
    ]);
    if (uid.isSuccess && gid.isSuccess)
      return { name, uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new PostgresError(
    'start-failed',
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as; ' +
      'start Granary as an ordinary user or set DATABASE_URL',
  );
}

/** Whether the user (or our own, when undefined) can access `folder`. */
export async function canEnter(user: SystemUser | undefined, folder: string): Promise<boolean> {
  return (await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user)).isSuccess;
}
