import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ConnectionOptions } from './connection.ts';
import { type DataFolder, SUPERUSER } from './data-folder.ts';
import { PostgresError } from './errors.ts';
import { acquireLock, connect, ensureDatabase, inUseError } from './launcher-session.ts';
import type { PostgresLog } from './log.ts';
import {
  findPostmaster,
  type Installation,
  PORT,
  prepareForStart,
  type Settings,
  type StopMode,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { createSocketFolder, removeSocketFolder } from './socket-folder.ts';

/** A server that does not respond for this long is treated as dead. */
const RESPONSE_TIMEOUT_MS = 5000;
/** How long to wait for the sessions of a killed server to release its shared memory. */
const LEFTOVER_SESSIONS_MS = 30_000;
const RETRY_MS = 100;

export interface OpenServerOptions {
  readonly dataFolder: DataFolder;
  readonly installation: Installation;
  readonly settings: Settings;
  readonly log: PostgresLog;
  readonly signal: AbortSignal;
  /** The socket folder that pools already use; `undefined` at the first start. */
  readonly socketDir: string | undefined;
}

/** Our running server, and the session that holds the folder's lock. */
export interface RunningServer {
  readonly pid: number;
  readonly socketDir: string;
  readonly lockSession: pg.Client;
}

/**
 * Adopts the server that runs on the folder or starts one, and takes the folder's lock.
 *
 * @throws PostgresError `data-folder-in-use`, `data-folder-unusable` or `start-failed`; the
 *   signal's reason when canceled. A server that it started is then stopped, unless another Granary uses it.
 */
export async function adoptOrStartServer(options: OpenServerOptions): Promise<RunningServer> {
  const deadline = Date.now() + LEFTOVER_SESSIONS_MS;
  for (;;) {
    const runningPostmaster = await findPostmaster(options.installation.folder);
    const server = runningPostmaster
      ? await adoptServer(options, runningPostmaster.pid)
      : await startServer(options, deadline);
    if (server !== undefined) return server;
    await wait(RETRY_MS, undefined, { signal: options.signal });
  }
}

export function toSuperuserConnection(socketDir: string, password: string): ConnectionOptions {
  return { host: socketDir, port: PORT, user: SUPERUSER, database: 'postgres', password };
}

/** @returns undefined when the server ended or had to be stopped */
async function adoptServer(
  options: OpenServerOptions,
  pid: number,
): Promise<RunningServer | undefined> {
  const connected = await connectToServer(options, pid);
  if (connected === undefined) return undefined;
  const { lockSession, socketDir } = connected;
  await lockAndPrepare(options, lockSession);
  if (options.socketDir === undefined) {
    options.log.info(`PostgreSQL was already running (process ${pid}); using it`);
  }
  return { pid, socketDir, lockSession };
}

/** Waits for a server that is starting or stopping; stops one that does not respond. */
async function connectToServer(
  options: OpenServerOptions,
  pid: number,
): Promise<Omit<RunningServer, 'pid'> | undefined> {
  const { installation, dataFolder, log, signal } = options;
  let lastResponse = Date.now();
  while (Date.now() - lastResponse < RESPONSE_TIMEOUT_MS) {
    const runningPostmaster = await findPostmaster(installation.folder);
    if (runningPostmaster?.pid !== pid) return undefined;
    const { socketDir } = runningPostmaster;
    // Pools would keep connecting to the old socket.
    if (socketDir !== '' && options.socketDir !== undefined && options.socketDir !== socketDir) {
      throw inUseError(dataFolder.dataDir);
    }
    try {
      if (socketDir !== '') {
        const connection = toSuperuserConnection(socketDir, dataFolder.password);
        return { lockSession: await connect(connection), socketDir };
      }
    } catch (error) {
      const code = findSqlState(error);
      if (code === '28P01') throw wrongPasswordError(dataFolder);
      if (code === '57P03') lastResponse = Date.now();
    }
    await wait(RETRY_MS, undefined, { signal });
  }
  log.warn(`PostgreSQL (process ${pid}) does not respond; stopping it`);
  await stopPostmaster(installation, 'fast');
  return undefined;
}

/** @returns undefined when sessions of an earlier server or another start in progress prevent the start */
async function startServer(
  options: OpenServerOptions,
  deadline: number,
): Promise<RunningServer | undefined> {
  const { installation, dataFolder, settings, signal, socketDir: knownSocketDir } = options;
  const leftover = await prepareForStart(installation.folder);
  if (leftover && leftover.socketDir !== knownSocketDir)
    await removeSocketFolder(leftover.socketDir);
  const socketDir = knownSocketDir ?? (await createSocketFolder(installation.systemUser));
  try {
    const pid = await startPostmaster({ ...installation, socketDir, settings, signal });
    const lockSession = await connect(toSuperuserConnection(socketDir, dataFolder.password));
    await lockAndPrepare(options, lockSession);
    return { pid, socketDir, lockSession };
  } catch (error) {
    // Another Granary locked the server that we just started, and uses it now.
    if (isInUseError(error)) throw error;
    await stopServer(installation, socketDir);
    if (knownSocketDir === undefined) await removeSocketFolder(socketDir);
    if (findSqlState(error) === '28P01') throw wrongPasswordError(dataFolder);
    if (isTemporaryConflict(error) && Date.now() < deadline) return undefined;
    throw error;
  }
}

/** Stops the server behind the socket, and no other server on the same folder. */
export async function stopServer(
  installation: Installation,
  socketDir: string,
  mode: StopMode = 'fast',
): Promise<void> {
  const runningPostmaster = await findPostmaster(installation.folder);
  if (runningPostmaster?.socketDir === socketDir) await stopPostmaster(installation, mode);
}

async function lockAndPrepare({ dataFolder }: OpenServerOptions, client: pg.Client): Promise<void> {
  try {
    await acquireLock(client, dataFolder.dataDir);
    await ensureDatabase(client, dataFolder.password);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

export function isInUseError(error: unknown): error is PostgresError {
  return error instanceof PostgresError && error.code === 'data-folder-in-use';
}

/** Whether sessions of a killed server are still ending, or another start is in progress. */
function isTemporaryConflict(error: unknown): boolean {
  return error instanceof PostgresError && /shared memory block|lock file/.test(error.message);
}

function findSqlState(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function wrongPasswordError({ dataDir, folder }: DataFolder): PostgresError {
  return new PostgresError(
    'data-folder-unusable',
    `the database in ${folder} rejects the password in ${dataDir}; restore both from the same backup`,
  );
}
