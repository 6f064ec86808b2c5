import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The first start might have to build everything. */
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 30_000;

/** A running Granary server. */
export interface Granary {
  readonly url: string;
  readonly mqttPort: number;
  /** The folder with all its data. */
  readonly dataDir: string;
  /** All output so far. */
  output(): string;
  /** Stops it with SIGTERM and removes its data; throws if it does not exit cleanly. */
  stop(): Promise<void>;
  /** Stops it like `stop`, but keeps its data. */
  stopAndKeepData(): Promise<void>;
}

/**
 * Creates a data folder. PostgreSQL, which runs as another user when we are root, must be able to access it.
 */
export async function createDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'granary-e2e-'));
  await chmod(dataDir, 0o755);
  return dataDir;
}

/** Starts Granary on free local ports; resolves when it is ready. */
export async function startGranary(command: 'demo' | 'start', dataDir?: string): Promise<Granary> {
  const folder = dataDir ?? (await createDataDir());
  const settings = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['scripts/launch.mjs', command], {
    cwd: root,
    env: { ...readEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stopAndKeepData = () => stopProcess(child, () => output);
  const stop = async () => {
    try {
      await stopAndKeepData();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  try {
    const serverAddresses = await waitForAddresses(child, () => output);
    return { ...serverAddresses, dataDir: folder, output: () => output, stop, stopAndKeepData };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** The environment variables that Granary needs to start, without the developer's own Granary settings. */
function readEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'npm_execpath'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Waits for the addresses that the server prints when it is ready. */
async function waitForAddresses(
  child: ChildProcess,
  output: () => string,
): Promise<{ url: string; mqttPort: number }> {
  const timeout = AbortSignal.timeout(READY_TIMEOUT_MS);
  const exitPromise = once(child, 'exit').then(() => {});
  for (;;) {
    const url = /Granary is running at (\S+)/.exec(output())?.[1];
    const mqttPort = /port (\d+) \(MQTT\)/.exec(output())?.[1];
    if (url !== undefined && mqttPort !== undefined) return { url, mqttPort: Number(mqttPort) };
    if (child.exitCode !== null) throw new Error(`Granary exited during startup:\n${output()}`);
    if (timeout.aborted) throw new Error(`Granary did not become ready:\n${output()}`);
    if (child.stdout === null) throw new Error('Granary was started without a stdout pipe.');
    await Promise.race([once(child.stdout, 'data', { signal: timeout }), exitPromise]).catch(
      () => {},
    );
  }
}

async function stopProcess(child: ChildProcess, output: () => string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitPromise = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  await exitPromise;
  clearTimeout(timer);
  if (child.exitCode === 0) return;
  throw new Error(
    `Granary did not exit cleanly (${child.exitCode ?? child.signalCode}):\n${output()}`,
  );
}
