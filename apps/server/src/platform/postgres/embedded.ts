import { setTimeout as wait } from 'node:timers/promises';
import { locateBinaries } from './binaries.ts';
import type { ConnectionOptions } from './connection.ts';
import { createDataFolder, type DataFolder, findDataFolder, removeDrafts } from './data-folder.ts';
import { PostgresError } from './errors.ts';
import { APP_DATABASE, APP_USER } from './launcher-session.ts';
import type { PostgresLog } from './log.ts';
import {
  adoptOrStartServer,
  isInUseError,
  type RunningServer,
  stopServer,
  toSuperuserConnection,
} from './open-server.ts';
import type { Installation, Settings, StopMode } from './postmaster.ts';
import { removeSocketFolder } from './socket-folder.ts';
import { findServerUser } from './system-user.ts';

const RETRY_MS = 100;
const MAX_RETRY_MS = 5000;

export interface EmbeddedPostgresOptions {
  /** Granary's data folder; created when missing. */
  readonly dataDir: string;
  readonly log: PostgresLog;
  /** Cancels the start. */
  readonly signal?: AbortSignal;
  /** PostgreSQL settings that override the launcher's. */
  readonly settings?: Settings;
  /**
   * Called once if the server has died and another Granary has taken over the folder; the process must then
   * exit.
   */
  readonly onLost?: (error: PostgresError) => void;
}

/** A running embedded server. It is restarted when it ends unexpectedly. */
export interface EmbeddedPostgres {
  /** For the application's pool, with the role `granary`; stays valid after restarts. */
  readonly connectionOptions: ConnectionOptions;
  /** The superuser, for backups and tests. */
  readonly adminOptions: ConnectionOptions;
  /** The process ID of the server; it changes with a restart. */
  readonly pid: number;
  /** Stops the server, an adopted one included, and waits until it is gone. Later calls do nothing. */
  stop(mode?: StopMode): Promise<void>;
  /** The same as `stop('fast')`. */
  dispose(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, or adopts the server that a killed Granary left running.
 *
 * @throws PostgresError `data-folder-in-use`, `data-folder-unusable`, `binaries-missing` or
 *   `start-failed`; the signal's reason when the start was canceled.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataFolder = await findDataFolder(options.dataDir, await findServerUser(), options.log);
  const binaries = await locateBinaries(dataFolder.systemUser);
  if (!dataFolder.isCreated) await createDataFolder(dataFolder, binaries);
  const installation = { binaries, folder: dataFolder.folder, systemUser: dataFolder.systemUser };
  const launcher = new Launcher(options, dataFolder, installation);
  await launcher.start();
  return launcher;
}

class Launcher implements EmbeddedPostgres {
  readonly #options: EmbeddedPostgresOptions;
  readonly #dataFolder: DataFolder;
  readonly #installation: Installation;
  readonly #stopController = new AbortController();
  #server: RunningServer | undefined;
  #restartPromise: Promise<void> | undefined;
  #stopPromise: Promise<void> | undefined;

  constructor(
    options: EmbeddedPostgresOptions,
    dataFolder: DataFolder,
    installation: Installation,
  ) {
    this.#options = options;
    this.#dataFolder = dataFolder;
    this.#installation = installation;
  }

  get connectionOptions(): ConnectionOptions {
    return { ...this.adminOptions, user: APP_USER, database: APP_DATABASE };
  }

  get adminOptions(): ConnectionOptions {
    return toSuperuserConnection(this.#getRunningServer().socketDir, this.#dataFolder.password);
  }

  get pid(): number {
    return this.#getRunningServer().pid;
  }

  async start(): Promise<void> {
    await this.#open(undefined, this.#options.signal ?? this.#stopController.signal);
    await removeDrafts(this.#dataFolder);
  }

  stop(mode: StopMode = 'fast'): Promise<void> {
    this.#stopPromise ??= this.#shutDown(mode);
    return this.#stopPromise;
  }

  dispose(): Promise<void> {
    return this.stop();
  }

  #getRunningServer(): RunningServer {
    if (this.#server === undefined) throw new Error('the launcher was not started');
    return this.#server;
  }

  async #open(socketDir: string | undefined, signal: AbortSignal): Promise<void> {
    const { log, settings = {} } = this.#options;
    const server = await adoptOrStartServer({
      dataFolder: this.#dataFolder,
      installation: this.#installation,
      settings,
      log,
      signal,
      socketDir,
    });
    this.#server = server;
    // The session ends when the server ends, even an adopted one.
    server.lockSession.once('end', () => {
      if (!this.#stopController.signal.aborted)
        this.#restartPromise = this.#restart(server.socketDir);
    });
  }

  /** Restarts the server at the same address, where pools reconnect. */
  async #restart(socketDir: string): Promise<void> {
    const { log, onLost } = this.#options;
    const { signal } = this.#stopController;
    log.warn('PostgreSQL exited unexpectedly; restarting it');
    for (let pause = RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, MAX_RETRY_MS)) {
      try {
        await this.#open(socketDir, signal);
        return log.info('PostgreSQL is running again');
      } catch (error) {
        if (signal.aborted) return;
        log.error(error instanceof Error ? error.message : String(error));
        if (isInUseError(error)) return onLost?.(error);
        await wait(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #shutDown(mode: StopMode): Promise<void> {
    this.#stopController.abort();
    await this.#restartPromise;
    if (this.#server === undefined) return;
    const { lockSession: session, socketDir } = this.#server;
    await session.end().catch(() => undefined);
    await stopServer(this.#installation, socketDir, mode);
    await removeSocketFolder(socketDir);
  }
}
