import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ConnectionOptions } from './connection.ts';
import { type DataFolder, SUPERUSER } from './data-folder.ts';
import { PostgresError } from './errors.ts';
import { connect, ensureDatabase, inUse, takeLock } from './guard.ts';
import type { PostgresLog } from './log.ts';
import {
  clearAway,
  findPostmaster,
  type Installation,
  PORT,
  type Postmaster,
  type Settings,
  type StopMode,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { createSocketFolder, removeSocketFolder } from './socket-folder.ts';

/** How long a server that does not answer is given before it counts as dead. */
const SILENCE_MS = 5000;
/** Sessions of a killed server hold its memory until they notice. */
const LEFTOVERS_MS = 30_000;
const RETRY_MS = 100;

export interface Opening {
  readonly place: DataFolder;
  readonly installation: Installation;
  readonly settings: Settings;
  readonly log: PostgresLog;
  readonly signal: AbortSignal;
  /** The socket folder that pools know already; `undefined` at the first start. */
  readonly address: string | undefined;
}

/** A server that is ours: where it can be reached, and the session that holds the lock. */
export interface OpenServer {
  readonly pid: number;
  readonly socketDir: string;
  readonly guard: pg.Client;
}

/**
 * Adopts the server that runs on the folder or starts one, and takes the folder's lock.
 *
 * @throws PostgresError `data-folder-in-use`, `data-folder-unusable` or `start-failed`; the
 *   signal's reason where it was given up. A server that it has started is then stopped.
 */
export async function openServer(opening: Opening): Promise<OpenServer> {
  const deadline = Date.now() + LEFTOVERS_MS;
  for (;;) {
    const found = await findPostmaster(opening.installation.folder);
    const server = found ? await adopt(opening, found) : await startAnew(opening, deadline);
    if (server !== undefined) return server;
    await wait(RETRY_MS, undefined, { signal: opening.signal });
  }
}

export function superuserOptions(socketDir: string, password: string): ConnectionOptions {
  return { host: socketDir, port: PORT, user: SUPERUSER, database: 'postgres', password };
}

/** @returns undefined where the server ended or had to be stopped */
async function adopt(opening: Opening, found: Postmaster): Promise<OpenServer | undefined> {
  // Pools that know another address would wait for this one in vain.
  if (opening.address !== undefined && opening.address !== found.socketDir) {
    throw inUse(opening.place.dataDir);
  }
  const guard = await reach(opening, found.pid);
  if (guard === undefined) return undefined;
  const { pid, socketDir } = found;
  await claim(opening, guard);
  if (opening.address === undefined) {
    opening.log.info(`PostgreSQL was left running (process ${pid}); adopted it`);
  }
  return { pid, socketDir, guard };
}

/** A server is alive when it answers; one that is starting or ending says so, and is waited for. */
async function reach(opening: Opening, pid: number): Promise<pg.Client | undefined> {
  const { installation, place, log, signal } = opening;
  let silentSince = Date.now();
  while (Date.now() - silentSince < SILENCE_MS) {
    const found = await findPostmaster(installation.folder);
    if (found?.pid !== pid) return undefined;
    try {
      if (found.socketDir) return await connect(superuserOptions(found.socketDir, place.password));
    } catch (error) {
      const code = sqlState(error);
      if (code === '28P01') throw wrongPassword(place);
      if (code === '57P03') silentSince = Date.now();
    }
    await wait(RETRY_MS, undefined, { signal });
  }
  log.warn(`PostgreSQL (process ${pid}) does not answer; stopping it`);
  await stopPostmaster(installation, 'fast');
  return undefined;
}

/** @returns undefined where leftovers of an earlier server or another's start are in the way */
async function startAnew(opening: Opening, deadline: number): Promise<OpenServer | undefined> {
  const { installation, place, settings, signal, address } = opening;
  const killed = await clearAway(installation.folder);
  if (killed && killed.socketDir !== address) await removeSocketFolder(killed.socketDir);
  const socketDir = address ?? (await createSocketFolder(installation.account));
  try {
    const pid = await startPostmaster({ ...installation, socketDir, settings, signal });
    const guard = await connect(superuserOptions(socketDir, place.password));
    await claim(opening, guard);
    return { pid, socketDir, guard };
  } catch (error) {
    // Whoever was quicker to lock the server that we have just started now works with it.
    if (isInUse(error)) throw error;
    await stopOwn(installation, socketDir);
    if (address === undefined) await removeSocketFolder(socketDir);
    if (sqlState(error) === '28P01') throw wrongPassword(place);
    if (isInTheWay(error) && Date.now() < deadline) return undefined;
    throw error;
  }
}

/** Stops the server behind the socket, and none that has since taken its place. */
export async function stopOwn(
  installation: Installation,
  socketDir: string,
  mode: StopMode = 'fast',
): Promise<void> {
  const found = await findPostmaster(installation.folder);
  if (found?.socketDir === socketDir) await stopPostmaster(installation, mode);
}

async function claim({ place }: Opening, guard: pg.Client): Promise<void> {
  try {
    await takeLock(guard, place.dataDir);
    await ensureDatabase(guard, place.password);
  } catch (error) {
    await guard.end().catch(() => undefined);
    throw error;
  }
}

export function isInUse(error: unknown): error is PostgresError {
  return error instanceof PostgresError && error.code === 'data-folder-in-use';
}

/** What PostgreSQL says while the sessions of a killed server still end, or a rival starts. */
function isInTheWay(error: unknown): boolean {
  return error instanceof PostgresError && /shared memory block|lock file/.test(error.message);
}

function sqlState(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function wrongPassword({ dataDir, folder }: DataFolder): PostgresError {
  return new PostgresError(
    'data-folder-unusable',
    `the database in ${folder} refuses the password in ${dataDir}; restore both from one backup`,
  );
}
