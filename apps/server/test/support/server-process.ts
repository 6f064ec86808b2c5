import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoadBoard } from '@granary/simulator/load';
import { v8Flags } from '../../src/config/v8-flags.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { findRunning } from '../../src/platform/postgres/running-server.ts';
import { seedBoard, seedFarm, TEST_PEPPER } from './board-fixtures.ts';

/** What a server is run from: its sources, or what the build made of them. */
export type ServerForm = 'source' | 'built';

const quiet = { info() {}, warn() {}, error() {} };
const LOOK_MS = 50;
const KEY = 'the key of every board of a proof';

const ARGS: Record<ServerForm, readonly string[]> = {
  source: [
    ...['--conditions=granary-source', '--import', 'tsx'],
    fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
  ],
  built: [...v8Flags, fileURLToPath(new URL('../../dist/main.js', import.meta.url))],
};

/**
 * A server with its own database in a folder of its own, as `npm start` runs it, that can be
 * killed and started again on the same ports.
 */
export class ServerProcess {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly form: ServerForm,
    private readonly folder: string,
    readonly mqttPort: number,
    readonly httpPort: number,
  ) {}

  static async create(form: ServerForm): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'granary-proof-'));
    // PostgreSQL's own user must be able to pass.
    chmodSync(folder, 0o755);
    return new ServerProcess(form, folder, await freePort(), await freePort());
  }

  get dataDir(): string {
    return join(this.folder, 'data');
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}`;
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts it; the milliseconds until it serves. */
  async start(): Promise<number> {
    const began = performance.now();
    const child = spawn(process.execPath, this.arguments(), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'] ?? '',
        ...{ DATA_DIR: this.dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'fatal' },
        ...{ PORT: String(this.httpPort), MQTT_PORT: String(this.mqttPort) },
        ...{ ADMIN_EMAIL: 'admin@proof.example', ADMIN_PASSWORD: 'thirteen herons' },
        BOARD_KEY_PEPPER: TEST_PEPPER.toString(),
      },
    });
    this.child = child;
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code} instead of serving.`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return performance.now() - began;
  }

  /** Ends the server's process at once; its database goes on. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks it to end, which drains it and stops its database; its exit code. */
  async stop(): Promise<number | null> {
    await this.end('SIGTERM');
    return this.child?.exitCode ?? null;
  }

  /**
   * Ends the database's main process at once: `SIGKILL`, or `SIGQUIT`, which is what
   * `pg_ctl stop -m immediate` sends.
   */
  killDatabase(signal: 'SIGKILL' | 'SIGQUIT'): void {
    const file = join(realpathSync(join(this.dataDir, 'postgres')), 'postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), signal);
  }

  async openDatabase(): Promise<Database> {
    return openDatabase(await findRunning(this.dataDir), { log: quiet, max: 4 });
  }

  /** Ends everything, a database that was left running too, and removes the folder. */
  async dispose(): Promise<void> {
    if (this.isRunning) await this.stop();
    while (await findRunning(this.dataDir).catch(() => null)) {
      this.killDatabase('SIGQUIT');
      await pause(LOOK_MS);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private arguments(): string[] {
    return [...ARGS[this.form]];
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** Boards of one farm with bins of eight cables, as the load plays them; their bins' ids. */
export async function addBoards(
  server: ServerProcess,
  prefix: string,
  count: number,
): Promise<{ readonly boards: LoadBoard[]; readonly binOf: ReadonlyMap<string, number> }> {
  const { db, dispose } = await server.openDatabase();
  try {
    const farmId = await seedFarm(db, 'America/Winnipeg');
    const cables = Array.from({ length: 8 }, () => ({}));
    const binOf = new Map<string, number>();
    const boards: LoadBoard[] = [];
    for (let i = 1; i <= count; i++) {
      const id = `${prefix}-${i}`;
      const bins = await seedBoard(db, farmId, { id, key: KEY, bins: [{ binNumber: 1, cables }] });
      binOf.set(id, bins.get(1) ?? 0);
      boards.push({ mainBoardId: id, key: KEY, bins: [1] });
    }
    return { boards, binOf };
  } finally {
    await dispose();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
