import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The first start may have to build everything. */
const READY_WITHIN_MS = 300_000;
const STOPPED_WITHIN_MS = 30_000;

/** A Granary that runs for a test. */
export interface Granary {
  readonly url: string;
  readonly mqttPort: number;
  /** Where it keeps everything. */
  readonly dataDir: string;
  /** All that it has written so far. */
  output(): string;
  /** Ends it as Ctrl-C would, and removes what it kept; throws where it did not end well. */
  stop(): Promise<void>;
}

/**
 * Starts a Granary of its own on this machine alone, on free ports and in a folder of its own;
 * resolves once it serves.
 */
export async function startGranary(command: 'demo' | 'start'): Promise<Granary> {
  const dataDir = await mkdtemp(join(tmpdir(), 'granary-e2e-'));
  // PostgreSQL runs as another user where we are root.
  await chmod(dataDir, 0o755);
  const own = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['scripts/launch.mjs', command], {
    cwd: root,
    env: { ...inherited(), ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const stop = async () => {
    try {
      await end(child, () => output);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  };
  try {
    const found = await addresses(child, () => output);
    return { ...found, dataDir, output: () => output, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** What a program needs of its surroundings; settings of Granary's own are left out. */
function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'npm_execpath'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The addresses from the lines that the server announces itself with. */
async function addresses(
  child: ChildProcess,
  output: () => string,
): Promise<{ url: string; mqttPort: number }> {
  const late = AbortSignal.timeout(READY_WITHIN_MS);
  const ended = once(child, 'exit').then(() => {});
  for (;;) {
    const url = /Granary is at (\S+)/.exec(output())?.[1];
    const mqttPort = /port (\d+) \(MQTT\)/.exec(output())?.[1];
    if (url !== undefined && mqttPort !== undefined) return { url, mqttPort: Number(mqttPort) };
    if (child.exitCode !== null) throw new Error(`Granary ended at its start:\n${output()}`);
    if (late.aborted) throw new Error(`Granary did not get ready:\n${output()}`);
    if (child.stdout === null) throw new Error('Granary was started without a pipe.');
    await Promise.race([once(child.stdout, 'data', { signal: late }), ended]).catch(() => {});
  }
}

async function end(child: ChildProcess, output: () => string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
  if (child.exitCode === 0) return;
  throw new Error(`Granary did not end well (${child.exitCode ?? child.signalCode}):\n${output()}`);
}
