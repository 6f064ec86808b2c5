import { setTimeout as wait } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { locateBinaries } from './binaries.ts';
import type { ConnectionOptions } from './connection.ts';
import { createDataFolder, type DataFolder, findDataFolder, removeDrafts } from './data-folder.ts';
import { PostgresError } from './errors.ts';
import { APP_DATABASE, APP_USER } from './guard.ts';
import type { PostgresLog } from './log.ts';
import { isInUse, type OpenServer, openServer, stopOwn, superuserOptions } from './open-server.ts';
import type { Installation, Settings, StopMode } from './postmaster.ts';
import { removeSocketFolder } from './socket-folder.ts';

const RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

export interface EmbeddedPostgresOptions {
  /** Granary's data folder; made where it is missing. */
  readonly dataDir: string;
  readonly log: PostgresLog;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
  /** PostgreSQL settings over the launcher's own. */
  readonly settings?: Settings;
  /** Called once where the server died and another Granary took the folder: end the process. */
  readonly onLost?: (error: PostgresError) => void;
}

/** A running server of our own. It is started again when it ends by itself. */
export interface EmbeddedPostgres {
  /** For the application's pool: role `granary`, no superuser; stays valid over restarts. */
  readonly connectionOptions: ConnectionOptions;
  /** The superuser, for backups and tests. */
  readonly adminOptions: ConnectionOptions;
  /** The number of the main process, another one after a restart. */
  readonly pid: number;
  /** Ends the server, an adopted one too, and waits until it is gone. The first call counts. */
  stop(mode?: StopMode): Promise<void>;
  /** The same as `stop('fast')`. */
  dispose(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, or adopts the one that a killed Granary has left there.
 *
 * @throws PostgresError `data-folder-in-use`, `data-folder-unusable`, `binaries-missing` or
 *   `start-failed`; the signal's reason where the start was given up.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const place = await findDataFolder(options.dataDir, await serverAccount(), options.log);
  const binaries = await locateBinaries(place.account);
  if (!place.isCreated) await createDataFolder(place, binaries);
  const installation = { binaries, folder: place.folder, account: place.account };
  const launcher = new Launcher(options, place, installation);
  await launcher.start();
  return launcher;
}

class Launcher implements EmbeddedPostgres {
  readonly #options: EmbeddedPostgresOptions;
  readonly #place: DataFolder;
  readonly #installation: Installation;
  readonly #stopping = new AbortController();
  #server: OpenServer | undefined;
  #revival: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: EmbeddedPostgresOptions, place: DataFolder, installation: Installation) {
    this.#options = options;
    this.#place = place;
    this.#installation = installation;
  }

  get connectionOptions(): ConnectionOptions {
    return { ...this.adminOptions, user: APP_USER, database: APP_DATABASE };
  }

  get adminOptions(): ConnectionOptions {
    return superuserOptions(this.#opened().socketDir, this.#place.password);
  }

  get pid(): number {
    return this.#opened().pid;
  }

  async start(): Promise<void> {
    await this.#open(undefined, this.#options.signal ?? this.#stopping.signal);
    await removeDrafts(this.#place);
  }

  stop(mode: StopMode = 'fast'): Promise<void> {
    this.#stopped ??= this.#shutDown(mode);
    return this.#stopped;
  }

  dispose(): Promise<void> {
    return this.stop();
  }

  #opened(): OpenServer {
    if (this.#server === undefined) throw new Error('the launcher has not been started');
    return this.#server;
  }

  async #open(address: string | undefined, signal: AbortSignal): Promise<void> {
    const { log, settings = {} } = this.#options;
    const server = await openServer({
      ...{ place: this.#place, installation: this.#installation },
      ...{ settings, log, signal, address },
    });
    this.#server = server;
    // The guard's session ends with the server, whoever has started it.
    server.guard.once('end', () => {
      if (!this.#stopping.signal.aborted) this.#revival = this.#revive(server.socketDir);
    });
  }

  /** Gets the server back at the same address, where pools find it again by themselves. */
  async #revive(address: string): Promise<void> {
    const { log, onLost } = this.#options;
    const { signal } = this.#stopping;
    log.warn('PostgreSQL ended unexpectedly; starting it again');
    for (let pause = RETRY_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_RETRY_MS)) {
      try {
        await this.#open(address, signal);
        return log.info('PostgreSQL is back');
      } catch (error) {
        if (signal.aborted) return;
        log.error(error instanceof Error ? error.message : String(error));
        if (isInUse(error)) return onLost?.(error);
        await wait(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #shutDown(mode: StopMode): Promise<void> {
    this.#stopping.abort();
    await this.#revival;
    if (this.#server === undefined) return;
    const { guard, socketDir } = this.#server;
    await guard.end().catch(() => undefined);
    await stopOwn(this.#installation, socketDir, mode);
    await removeSocketFolder(socketDir);
  }
}
