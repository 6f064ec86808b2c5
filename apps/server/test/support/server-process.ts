import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadBoard } from '@granary/simulator/load';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { findRunningServer } from '../../src/platform/postgres/running-server.ts';
import { seedBoard, seedFarm, TEST_PEPPER } from './board-fixtures.ts';
import {
  copyDataFolder,
  createDiskFolder,
  createTemporaryFolder,
  type TemporaryFolder,
} from './data-folders.ts';
import { getProgramArguments, type ProgramForm } from './run-program.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './tls-certificate.ts';

const silentLog = { info() {}, warn() {}, error() {} };
const POLL_MS = 50;
const KEY = 'the key of every board of a proof';

/** How to start the server. */
export interface ServerProcessOptions {
  readonly form: ProgramForm;
  /** A data folder to start from instead of an empty one. */
  readonly dataFolder?: string | undefined;
  /** Whether the data must be on a disk, for tests of crash safety. */
  readonly isOnDisk?: boolean;
  /** Whether the server has the test certificate, for browsers and boards. */
  readonly isSecure?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Receives each line of the log. */
  readonly onLog?: (line: string) => void;
}

/**
 * A server with its own database and folder, started like `npm start`. It can be killed and started
 * again on the same ports.
 */
export class ServerProcess {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly options: ServerProcessOptions,
    private readonly folder: TemporaryFolder,
    readonly mqttPort: number,
    readonly mqttsPort: number,
    readonly httpPort: number,
  ) {}

  static async create(options: ServerProcessOptions): Promise<ServerProcess> {
    const { dataFolder, isOnDisk = false } = options;
    const folder = await (isOnDisk ? createDiskFolder() : createTemporaryFolder());
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()] as const;
    const server = new ServerProcess(options, folder, ...ports);
    if (dataFolder !== undefined) await copyDataFolder(dataFolder, server.dataDir);
    return server;
  }

  get dataDir(): string {
    return join(this.folder.path, 'data');
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get url(): string {
    return `${this.options.isSecure ? 'https' : 'http'}://127.0.0.1:${this.httpPort}`;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the server, and returns the time until it is ready, ms. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    const { form, env, onLog } = this.options;
    const child = spawn(process.execPath, getProgramArguments('main', form), {
      stdio: ['ignore', 'ignore', onLog ? 'pipe' : 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: this.dataDir,
        HOST: '127.0.0.1',
        LOG_LEVEL: 'fatal',
        PORT: String(this.httpPort),
        MQTT_PORT: String(this.mqttPort),
        ADMIN_EMAIL: 'admin@proof.example',
        ADMIN_PASSWORD: 'thirteen herons',
        BOARD_KEY_PEPPER: TEST_PEPPER.toString(),
        ...(await this.writeCertificate()),
        ...env,
      },
    });
    this.child = child;
    if (onLog && child.stderr) createInterface(child.stderr).on('line', onLog);
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The server exited with code ${code} instead of starting.`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return performance.now() - startedAt;
  }

  /** Kills the server's process; its database continues to run. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops the server and its database gracefully, and returns the server's exit code. */
  async stop(): Promise<number | null> {
    await this.end('SIGTERM');
    return this.child?.exitCode ?? null;
  }

  /**
   * Kills the database's main process with `SIGKILL`, or with `SIGQUIT` as `pg_ctl stop -m immediate` does.
   */
  killDatabase(signal: 'SIGKILL' | 'SIGQUIT'): void {
    const file = join(realpathSync(join(this.dataDir, 'postgres')), 'postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), signal);
  }

  /** Returns the URL of the server's database, for another server. */
  async findDatabaseUrl(): Promise<string> {
    const { user, password, host, port, database } = await findRunningServer(this.dataDir);
    const query = new URLSearchParams({ host, port: String(port) });
    return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?${query.toString()}`;
  }

  async openDatabase(): Promise<Database> {
    return openDatabase(await findRunningServer(this.dataDir), { log: silentLog, max: 4 });
  }

  /** Stops the server and its database, and removes the folder. */
  async dispose(): Promise<void> {
    if (this.isRunning) await this.stop();
    while (await findRunningServer(this.dataDir).catch(() => null)) {
      this.killDatabase('SIGQUIT');
      await pause(POLL_MS);
    }
    await this.folder.remove();
  }

  private async writeCertificate(): Promise<Record<string, string>> {
    if (!this.options.isSecure) return {};
    const cert = join(this.folder.path, 'cert.pem');
    const key = join(this.folder.path, 'key.pem');
    await writeFile(cert, TEST_CERTIFICATE);
    await writeFile(key, TEST_CERTIFICATE_KEY);
    return { TLS_CERT: cert, TLS_KEY: key, MQTTS_PORT: String(this.mqttsPort) };
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** Boards and the IDs of their first bins, keyed by board ID. */
export interface AddedBoards {
  readonly farmId: number;
  readonly boards: LoadBoard[];
  readonly binIds: ReadonlyMap<string, number>;
}

/** Adds a farm with boards; each board's bins have eight cables. */
export async function addBoards(
  server: ServerProcess,
  prefix: string,
  count: number,
  binsPerBoard = 1,
): Promise<AddedBoards> {
  const { db, dispose } = await server.openDatabase();
  try {
    const farmId = await seedFarm(db, 'America/Winnipeg');
    const cables = Array.from({ length: 8 }, () => ({}));
    const binIds = new Map<string, number>();
    const boards: LoadBoard[] = [];
    for (let i = 1; i <= count; i++) {
      const id = `${prefix}-${i}`;
      const numbers = Array.from({ length: binsPerBoard }, (_, index) => index + 1);
      const bins = numbers.map((binNumber) => ({ binNumber, cables }));
      const ids = await seedBoard(db, farmId, { id, key: KEY, bins });
      binIds.set(id, ids.get(1) ?? 0);
      boards.push({ mainBoardId: id, key: KEY, bins: numbers });
    }
    return { farmId, boards, binIds };
  } finally {
    await dispose();
  }
}

/**
 * Finds a free port below the system's ephemeral port range, because a client could take a port in that range
 * before the server starts.
 */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
