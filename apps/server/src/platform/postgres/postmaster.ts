import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { open, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, run, spawnOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { PostgresError } from './errors.ts';

export const PORT = 5432;

/** Larger than any system's largest process number, and at least as long as any. */
const NO_PROCESS = String(2 ** 31 - 1);

const POLL_MS = 25;
/** How long PostgreSQL may take to end sessions and write its checkpoint before it is cut short. */
const STOP_SECONDS = 60;
const GONE_MS = 2000;

export type StopMode = 'fast' | 'immediate';

export type Settings = Readonly<Record<string, string>>;

/**
 * For a small machine that may lose its power at any time. Nothing here may be traded for speed:
 * an answer to a board is a promise that its reading is on disk.
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
  // A week of files named after the day, each emptied when its day comes again.
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

/** The installed programs, and the folder and user they work with. */
export interface Installation {
  readonly binaries: Binaries;
  readonly folder: string;
  readonly account: Account | undefined;
}

/** The server that runs on `folder`, `undefined` where there is none. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(folder);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined;
  return (await worksOn(postmaster.pid, folder)) ? postmaster : undefined;
}

/**
 * Clears the way for a new server where `findPostmaster` finds none. What a killed server wrote
 * into `postmaster.pid` must stay, because it leads the new one to sessions that still hold the
 * old one's memory. But a process number that is in use again would make the new one refuse to
 * start, so it is put out of range.
 *
 * @returns the killed server
 */
export async function clearAway(folder: string): Promise<Postmaster | undefined> {
  const killed = await readPostmaster(folder);
  if (killed === undefined || !isAlive(killed.pid)) return killed;
  const text = await readFile(pidFile(folder), 'utf8');
  const file = await open(pidFile(folder), 'r+');
  try {
    await file.write(text.replace(/^\d+/, NO_PROCESS), 0);
  } finally {
    await file.close();
  }
  return killed;
}

async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => undefined);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return { pid, socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

function pidFile(folder: string): string {
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

/** A server works in its folder; that of a process which has ended (a zombie) is gone. */
async function worksOn(pid: number, folder: string): Promise<boolean> {
  const workFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workFolder !== undefined) return workFolder === folder;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(
    async () => (await run('ps', ['-o', 'command=', '-p', String(pid)])).output,
  );
  return commandLine.includes(folder);
}

export interface StartOptions extends Installation {
  /** An own folder of the account, mode 0700. */
  readonly socketDir: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Starts a server in a process group of its own, so that Ctrl-C does not end it before its
 * clients, and waits until it is ready, after a crash thus until it has recovered.
 *
 * @returns the number of its main process
 * @throws PostgresError `start-failed`; the signal's reason where it was given up.
 */
export async function startPostmaster(options: StartOptions): Promise<number> {
  const { binaries, folder, account, socketDir, signal } = options;
  const settings = { ...SETTINGS, ...options.settings, unix_socket_directories: socketDir };
  const child = spawn(
    binaries.postgres,
    [
      ...['-D', folder, '-p', String(PORT)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...spawnOptions(account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const watched = watch(child);
  try {
    while (!watched.hasEnded()) {
      const postmaster = await readPostmaster(folder);
      if (postmaster?.pid === child.pid && postmaster?.isReady) break;
      await wait(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    child.kill('SIGQUIT');
    await watched.ended;
    throw error;
  }
  if (watched.hasEnded() || child.pid === undefined) throw startFailed(folder, watched.complaint());
  // By now its messages go to its own log; the pipe would only keep this process from ending.
  child.stderr.destroy();
  child.unref();
  return child.pid;
}

function watch(child: ChildProcessByStdio<null, null, Readable>) {
  let complaint = '';
  let hasEnded = false;
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      complaint = error.message;
      resolve();
    });
    child.once('close', () => resolve());
  }).then(() => {
    hasEnded = true;
  });
  return { ended, hasEnded: () => hasEnded, complaint: () => complaint };
}

function startFailed(folder: string, complaint: string): PostgresError {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? 'no message';
  const text = `PostgreSQL did not start on ${folder} (${reason.trim()}); its log: ${folder}/log`;
  return new PostgresError('start-failed', text);
}

/**
 * Ends the server on the folder, ours or an adopted one, and waits until it is gone. `fast` ends
 * its sessions and writes a checkpoint; what it acknowledged survives either way.
 */
export async function stopPostmaster(installation: Installation, mode: StopMode): Promise<void> {
  const { binaries, folder, account } = installation;
  const running = await findPostmaster(folder);
  if (running === undefined) return;
  for (const step of mode === 'fast' ? ['fast', 'immediate'] : ['immediate']) {
    if ((await findPostmaster(folder)) === undefined) break;
    const args = ['stop', '-s', '-D', folder, '-m', step, '-t', String(STOP_SECONDS)];
    await run(binaries.pgCtl, args, account);
  }
  if ((await findPostmaster(folder)) !== undefined) process.kill(running.pid, 'SIGKILL');
  await untilGone(running.pid, folder);
}

/** The file goes just before the process. */
async function untilGone(pid: number, folder: string): Promise<void> {
  for (let waited = 0; waited < GONE_MS; waited += POLL_MS) {
    if (!isAlive(pid) || !(await worksOn(pid, folder))) return;
    await wait(POLL_MS);
  }
}
