import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test/support/data-folders.ts';
import { startDatabaseProcess } from '../../../test/support/database-process.ts';
import { prepareDataFolder, silentLog } from '../../../test/support/test-database.ts';
import type { ConnectionOptions } from './connection.ts';
import { assertDurable, type Database, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

interface DatabaseHolder {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly connectionOptions: ConnectionOptions;
}

let folder: TemporaryFolder;
let dataDir: string;
const toDispose: { dispose(): Promise<void> }[] = [];
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  vi.resetAllMocks();
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  await prepareDataFolder(dataDir);
});

afterEach(async () => {
  for (const resource of toDispose.splice(0).reverse()) await resource.dispose();
  await folder.remove();
});

/** Prepares a test of the first start, which creates the database files. */
function useEmptyFolder(): void {
  dataDir = join(folder.path, 'empty');
}

async function start(settings?: Record<string, string>): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, ...(settings && { settings }) });
  toDispose.push(server);
  return server;
}

function open(connectionOptions: ConnectionOptions): Database {
  const database = openDatabase(connectionOptions, { log: silentLog });
  toDispose.push(database);
  return database;
}

function startHolder(): ChildProcess {
  const child = startDatabaseProcess(dataDir);
  toDispose.push({ dispose: () => kill(child) });
  return child;
}

async function waitForHolder(): Promise<DatabaseHolder> {
  const child = startHolder();
  const [message] = await once(child, 'message');
  return { child, ...message };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Finds the IDs of all processes whose working directory is the folder. */
async function findProcessIds(path: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
  );
  return pids.filter((_, index) => folders[index] === path);
}

async function readNumbers({ pool }: Database): Promise<number[]> {
  const { rows } = await pool.query<{ n: number }>('SELECT n FROM numbers ORDER BY n');
  return rows.map((row) => row.n);
}

describe('the embedded server', () => {
  it('starts in an empty folder and still has its data after a restart', async () => {
    useEmptyFolder();
    const first = await start();
    const firstDatabase = open(first.connectionOptions);
    await firstDatabase.pool.query('CREATE TABLE numbers AS SELECT 7 AS n');
    await firstDatabase.dispose();
    await first.stop();

    const second = await start();
    expect(await readNumbers(open(second.connectionOptions))).toEqual([7]);
  });

  it('compares text by code point and maps the case of non-ASCII letters', async () => {
    useEmptyFolder();
    const server = await start();
    const { rows } = await open(server.connectionOptions).pool.query(
      `SELECT upper('žito') AS upper, 'Z' < 'a' AS by_code_point,
              current_setting('server_encoding') AS encoding`,
    );
    expect(rows).toEqual([{ upper: 'ŽITO', by_code_point: true, encoding: 'UTF8' }]);
  });

  it('gives the application a role that is not a superuser', async () => {
    const server = await start();
    const { rows } = await open(server.connectionOptions).pool.query(
      'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  });

  it('protects its socket and password from other users', async () => {
    const server = await start();
    const { host } = server.connectionOptions;
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
    const unauthorizedDatabase = open({ ...server.connectionOptions, password: 'guess' });
    await expect(unauthorizedDatabase.pool.query('SELECT 1')).rejects.toThrow(
      /password authentication/,
    );
    const { rows } = await open(server.adminOptions).pool.query('SHOW listen_addresses');
    expect(rows).toEqual([{ listen_addresses: '' }]);
  });

  it('leaves no process or socket behind when it is stopped', async () => {
    const server = await start();
    const { pid, connectionOptions } = server;
    expect(await findProcessIds(join(dataDir, 'postgres'))).toContain(String(pid));
    await server.stop();
    expect(await findProcessIds(join(dataDir, 'postgres'))).toEqual([]);
    await expect(stat(connectionOptions.host)).rejects.toThrow('ENOENT');
  });

  it('restarts when its main process is killed, and the pool reconnects', async () => {
    const server = await start();
    const database = open(server.connectionOptions);
    await database.pool.query('CREATE TABLE numbers AS SELECT 7 AS n');
    const killedPid = server.pid;
    process.kill(killedPid, 'SIGKILL');
    await vi.waitFor(
      () => expect(log.info).toHaveBeenCalledWith('PostgreSQL is running again'),
      20_000,
    );
    expect(server.pid).not.toBe(killedPid);
    await vi.waitFor(async () => expect(await readNumbers(database)).toEqual([7]), 20_000);
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'data-folder-in-use',
    });
  });

  it('does not restart when it is stopped just after its main process is killed', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGKILL');
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), 20_000);
    await server.stop();
    await vi.waitFor(async () => {
      expect(await findProcessIds(join(dataDir, 'postgres'))).toEqual([]);
    }, 20_000);
  });

  it('fails the durability check when fsync is off', async () => {
    const server = await start({ fsync: 'off' });
    await expect(assertDurable(open(server.connectionOptions).pool)).rejects.toMatchObject({
      code: 'not-durable',
      message: expect.stringContaining('fsync'),
    });
  });

  it('reports in one line why it did not start', async () => {
    await expect(start({ shared_buffers: 'plenty' })).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringMatching(/^PostgreSQL did not start .*shared_buffers.*$/),
    });
    expect(await findProcessIds(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('can be aborted while it is starting, and leaves nothing running', async () => {
    await (await start()).stop();
    const abort = new AbortController();
    const starting = startEmbeddedPostgres({ dataDir, log, signal: abort.signal });
    await vi.waitFor(
      async () => expect(await findProcessIds(join(dataDir, 'postgres'))).not.toEqual([]),
      { timeout: 20_000, interval: 1 },
    );
    abort.abort(new Error('enough'));
    // The start may have succeeded before the abort.
    await (await starting.catch(() => undefined))?.stop();
    expect(await findProcessIds(join(dataDir, 'postgres'))).toEqual([]);
  });
});

describe('a data folder', () => {
  it('is rejected while another Granary process uses it, and that process keeps running', async () => {
    const holder = await waitForHolder();
    await expect(start()).rejects.toMatchObject({
      code: 'data-folder-in-use',
      message: expect.stringContaining(dataDir),
    });
    const { rows } = await open(holder.connectionOptions).pool.query('SELECT 1 AS one');
    expect(rows).toEqual([{ one: 1 }]);
    // The server outlives its Granary process; the next start adopts it, and the cleanup stops it.
    await kill(holder.child);
    await start();
  });

  it('is used by exactly one of several simultaneous starts', async () => {
    useEmptyFolder();
    const attempts = await Promise.allSettled([1, 2, 3].map(() => start()));
    const rejections = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(rejections.map(({ reason }) => reason.code)).toEqual([
      'data-folder-in-use',
      'data-folder-in-use',
    ]);
    const winner = attempts.find((attempt) => attempt.status === 'fulfilled');
    const { rows } = await open(winner?.value.connectionOptions as ConnectionOptions).pool.query(
      'SELECT 1 AS one',
    );
    expect(rows).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres-password']);
  });

  it('is adopted with its running server after Granary is killed', async () => {
    const holder = await waitForHolder();
    await open(holder.connectionOptions).pool.query('CREATE TABLE numbers AS SELECT 7 AS n');
    await kill(holder.child);

    const server = await start();
    expect(server.pid).toBe(holder.pid);
    expect(await readNumbers(open(server.connectionOptions))).toEqual([7]);

    process.kill(server.pid, 'SIGKILL');
    await vi.waitFor(
      () => expect(log.info).toHaveBeenCalledWith('PostgreSQL is running again'),
      20_000,
    );
    await server.stop();
    expect(await findProcessIds(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('allows an adopted server to be stopped', async () => {
    await kill((await waitForHolder()).child);
    const server = await start();
    await server.stop();
    expect(await findProcessIds(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('is taken over from a server that does not respond', async () => {
    const holder = await waitForHolder();
    await kill(holder.child);
    await rm(holder.connectionOptions.host, { recursive: true });
    const server = await start();
    expect(server.pid).not.toBe(holder.pid);
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('does not respond'));
  });

  it('can be used after Granary and its server are killed', async () => {
    const holder = await waitForHolder();
    await open(holder.connectionOptions).pool.query('CREATE TABLE numbers AS SELECT 7 AS n');
    process.kill(holder.pid, 'SIGSTOP');
    await kill(holder.child);
    process.kill(holder.pid, 'SIGKILL');
    const server = await start();
    expect(await readNumbers(open(server.connectionOptions))).toEqual([7]);
    await expect(stat(holder.connectionOptions.host)).rejects.toThrow('ENOENT');
  });

  it('can be used when another process has the ID of its killed server', async () => {
    await (await start()).stop();
    const postgres = join(dataDir, 'postgres');
    const { uid, gid } = await stat(postgres);
    const sleepProcess = spawn('sleep', ['600'], { cwd: '/', uid, gid });
    toDispose.push({ dispose: () => kill(sleepProcess) });
    await writeFile(
      join(postgres, 'postmaster.pid'),
      `${sleepProcess.pid}\n${postgres}\n0\n5432\n/nowhere\n`,
    );
    await start();
  });

  it('recovers from an interrupted first start', async () => {
    useEmptyFolder();
    await mkdir(dataDir);
    const child = startHolder();
    await vi.waitFor(
      async () => expect((await readdir(dataDir)).join()).toContain('postgres.draft-'),
      { timeout: 20_000, interval: 1 },
    );
    await kill(child);
    await start();
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres-password']);
  });

  it('is not replaced by an empty folder when its password file is missing', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres-password'));
    await expect(start()).rejects.toMatchObject({
      code: 'data-folder-unusable',
      message: expect.stringContaining('postgres-password'),
    });
  });

  it.runIf(process.getuid?.() === 0)(
    'stores its files in /var/lib/granary if the PostgreSQL user cannot access the folder, and still finds them after the folder is moved',
    async () => {
      useEmptyFolder();
      await chmod(folder.path, 0o700);
      const server = await start();
      await open(server.connectionOptions).pool.query('CREATE TABLE numbers AS SELECT 7 AS n');
      const actualFolder = await readlink(join(dataDir, 'postgres'));
      toDispose.unshift({ dispose: () => rm(actualFolder, { recursive: true }) });
      expect(dirname(actualFolder)).toBe('/var/lib/granary');
      expect(log.info).toHaveBeenCalledWith(expect.stringContaining(actualFolder));
      await server.stop();

      dataDir = join(folder.path, `moved-${basename(dataDir)}`);
      await rename(join(folder.path, 'empty'), dataDir);
      expect(await readNumbers(open((await start()).connectionOptions))).toEqual([7]);
    },
  );
});
