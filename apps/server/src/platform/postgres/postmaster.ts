import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { open, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { PostgresError } from './errors.ts';
import { createSpawnOptions, runProgram, type SystemUser } from './system-user.ts';

export const PORT = 5432;

/** Larger than any process id, with at least as many digits. */
const UNUSED_PID = String(2 ** 31 - 1);

const POLL_MS = 25;
/** How long PostgreSQL may take to end sessions and write a checkpoint before it is killed. */
const STOP_TIMEOUT_S = 60;
const EXIT_TIMEOUT_MS = 2000;

export type StopMode = 'fast' | 'immediate';

export type Settings = Readonly<Record<string, string>>;

/**
 * The settings for a small machine that can lose power at any time. Do not trade durability for speed: a
 * message must be on disk before it is acknowledged (ADR 0004).
 */
const SETTINGS: Settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'pglz',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // One file per weekday, overwritten after a week.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
};

/** A server's main process as its `postmaster.pid` describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly isReady: boolean;
}

/** The installed programs, their data directory, and the system user they run as. */
export interface Installation {
  readonly binaries: Binaries;
  readonly folder: string;
  readonly systemUser: SystemUser | undefined;
}

/** The server whose data directory is `folder`; `undefined` if there is none. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(folder);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined;
  return (await isServerInFolder(postmaster.pid, folder)) ? postmaster : undefined;
}

/**
 * Prepares for a new server when `findPostmaster` finds none. Do not delete the `postmaster.pid` of a killed
 * server: it lets the new server detect sessions that are still attached to the old one's shared memory. But
 * a process id that is in use again would prevent the start, so it is replaced by an unused one.
 *
 * @returns the killed server
 */
export async function prepareForStart(folder: string): Promise<Postmaster | undefined> {
  const leftover = await readPostmaster(folder);
  if (leftover === undefined || !isAlive(leftover.pid)) return leftover;
  const text = await readFile(toPidPath(folder), 'utf8');
  const file = await open(toPidPath(folder), 'r+');
  try {
    await file.write(text.replace(/^\d+/, UNUSED_PID), 0);
  } finally {
    await file.close();
  }
  return leftover;
}

async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(toPidPath(folder), 'utf8').catch(() => '');
  // PostgreSQL might be writing the file, so its last line is complete only if it ends with a newline.
  const lines = text.split('\n').slice(0, -1);
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return { pid, socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

function toPidPath(folder: string): string {
  return join(folder, 'postmaster.pid');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process is the folder's server: a server's working directory is its folder, and a zombie process
 * has none.
 */
async function isServerInFolder(pid: number, folder: string): Promise<boolean> {
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workingDirectory !== undefined) return workingDirectory === folder;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(
    async () => (await runProgram('ps', ['-o', 'command=', '-p', String(pid)])).output,
  );
  return commandLine.includes(folder);
}

export interface StartOptions extends Installation {
  /** A folder owned by the server's user, with mode 0700. */
  readonly socketDir: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Starts a server in a separate process group, so that Ctrl-C does not end it before its clients,
 * and waits until it is ready, which after a crash includes recovery.
 *
 * @returns the id of its main process
 * @throws PostgresError `start-failed`; the signal's reason when canceled.
 */
export async function startPostmaster(options: StartOptions): Promise<number> {
  const { binaries, folder, systemUser, socketDir, signal } = options;
  const settings = { ...SETTINGS, ...options.settings, unix_socket_directories: socketDir };
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      folder,
      '-p',
      String(PORT),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...createSpawnOptions(systemUser), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const start = watchStart(child);
  try {
    while (!start.hasEnded()) {
      const postmaster = await readPostmaster(folder);
      if (postmaster?.pid === child.pid && postmaster?.isReady) break;
      await wait(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    child.kill('SIGQUIT');
    await start.ended;
    throw error;
  }
  if (start.hasEnded() || child.pid === undefined)
    throw startFailedError(folder, start.errorOutput());
  // Its messages now go to its log; the open pipe would keep this process from exiting.
  child.stderr.destroy();
  child.unref();
  return child.pid;
}

function watchStart(child: ChildProcessByStdio<null, null, Readable>) {
  let errorOutput = '';
  let hasEnded = false;
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      errorOutput = error.message;
      resolve();
    });
    child.once('close', () => resolve());
  }).then(() => {
    hasEnded = true;
  });
  return { ended, hasEnded: () => hasEnded, errorOutput: () => errorOutput };
}

function startFailedError(folder: string, errorOutput: string): PostgresError {
  const lines = errorOutput.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? 'no message';
  const text = `PostgreSQL did not start in ${folder}: ${reason.trim()}; see its log in ${folder}/log`;
  return new PostgresError('start-failed', text);
}

/**
 * Stops the server that uses the folder, even an adopted one, and waits until it has exited. `fast` ends its
 * sessions and writes a checkpoint; committed data survives either way.
 */
export async function stopPostmaster(installation: Installation, mode: StopMode): Promise<void> {
  const { binaries, folder, systemUser } = installation;
  const runningServer = await findPostmaster(folder);
  if (runningServer === undefined) return;
  for (const step of mode === 'fast' ? ['fast', 'immediate'] : ['immediate']) {
    if ((await findPostmaster(folder)) === undefined) break;
    const args = ['stop', '-s', '-D', folder, '-m', step, '-t', String(STOP_TIMEOUT_S)];
    await runProgram(binaries.pgCtl, args, systemUser);
  }
  if ((await findPostmaster(folder)) !== undefined) process.kill(runningServer.pid, 'SIGKILL');
  await waitForExit(runningServer.pid, folder);
}

/** The server deletes `postmaster.pid` just before its process ends. */
async function waitForExit(pid: number, folder: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < EXIT_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (!isAlive(pid) || !(await isServerInFolder(pid, folder))) return;
    await wait(POLL_MS);
  }
}
