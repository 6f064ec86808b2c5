import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './prerequisites.ts';
import { root, run } from './tool.ts';

/** Programs that a new user must have; npm scripts need sh. */
const PROGRAMS = ['git', 'npm', 'sh'];

/** A line that the demo printed while starting, with its timestamp in ms. */
export interface OutputLine {
  readonly line: string;
  readonly at: number;
}

/** A demo that was started by `npm run demo`. */
export interface StartedDemo {
  readonly startedAt: number;
  /** The lines printed until the first page loaded; the last entry marks the page load. */
  readonly milestones: readonly OutputLine[];
  /** Stops the demo as Ctrl-C in a terminal does; throws if processes or locks are left behind. */
  stop(): Promise<void>;
}

/** A clone of the current commit, with nothing installed and only the required programs on the PATH. */
export class CleanClone {
  private constructor(
    private readonly folder: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** @param npmCache npm's cache folder; the default one if omitted */
  static async create(npmCache?: string): Promise<CleanClone> {
    // Clone to a disk, as a user would. `npm test` keeps its temporary files in memory.
    const parent = process.env['DISK_TMPDIR'] ?? tmpdir();
    const folder = await mkdtemp(join(parent, 'granary-clone-'));
    // PostgreSQL runs as another user when we are root.
    await chmod(folder, 0o755);
    const clone = new CleanClone(folder, {
      ...removeSettings(process.env),
      PATH: join(folder, 'bin'),
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      ...(npmCache === undefined ? {} : { npm_config_cache: npmCache }),
    });
    await clone.linkPrograms();
    const { isOk, output } = await run('git', ['clone', '--quiet', root, clone.repository]);
    if (!isOk) throw new Error(`git clone failed:\n${output}`);
    return clone;
  }

  /**
   * Hard-links the installed packages into the clone and copies the build output. If the clone is on another
   * disk, the packages cannot be linked, and the first start installs them. The first start also builds if
   * the sources here differ from the commit.
   */
  async shareBuild(): Promise<void> {
    await run('cp', ['-al', join(root, 'node_modules'), join(this.repository, 'node_modules')]);
    const copyBuild = 'cp -a --parents packages/*/dist apps/*/dist "$0"';
    const { isOk, output } = await run('sh', ['-c', copyBuild, this.repository]);
    if (!isOk) throw new Error(`The build could not be copied:\n${output}`);
  }

  /** Runs `npm run demo` until its first page loads. */
  async startDemo(): Promise<StartedDemo> {
    const startedAt = Date.now();
    const child = spawn('npm', ['run', 'demo'], {
      cwd: this.repository,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that it gets the signal that a terminal sends.
      detached: true,
    });
    const interrupt = () => process.kill(-(child.pid ?? 0), 'SIGINT');
    process.once('exit', interrupt);
    child.once('exit', () => process.off('exit', interrupt));
    const milestones: OutputLine[] = [];
    const addMilestone = (line: string) => milestones.push({ line, at: Date.now() });
    const stop = () => this.stop(child, interrupt);
    try {
      const url = await waitForUrl(child, addMilestone);
      const page = await fetch(url);
      if (!page.ok || !(await page.text()).includes('<div id="root">')) {
        throw new Error(`The first page responded with ${page.status}.`);
      }
      addMilestone('first page');
      return { startedAt, milestones, stop };
    } catch (error) {
      await stop().catch(() => {});
      const printedLines = milestones.map(({ line }) => line).join('\n');
      throw new Error(`npm run demo failed:\n${printedLines}`, { cause: error });
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The folder of the clone. */
  get repository(): string {
    return join(this.folder, 'granary');
  }

  private async linkPrograms(): Promise<void> {
    const bin = join(this.folder, 'bin');
    await mkdir(bin);
    await symlink(process.execPath, join(bin, 'node'));
    for (const command of PROGRAMS) {
      const path = await findProgram({ commands: [command], variable: '' });
      if (path === null) throw new Error(`The clean clone needs ${command}.`);
      await symlink(path, join(bin, command));
    }
  }

  private async stop(child: ChildProcess, interrupt: () => void): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      interrupt();
      await ended;
    }
    const remainingProcesses = await findProcesses(this.folder);
    if (remainingProcesses.length > 0)
      throw new Error(`These processes were left running:\n${remainingProcesses.join('\n')}`);
    const lock = join(this.repository, 'data/demo/postgres/postmaster.pid');
    if (await exists(lock)) throw new Error('The database was not shut down.');
  }
}

/** Resolves with the URL that the demo prints; rejects if the demo exits first. */
async function waitForUrl(
  child: ChildProcess,
  addMilestone: (line: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.trim().split('\n')) {
          addMilestone(line);
          const url = /Granary is running at (\S+)/.exec(line)?.[1];
          if (url !== undefined) resolve(url);
        }
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The demo exited with code ${code}.`)));
  });
}

/** The command lines of processes that mention a folder or run in it. */
async function findProcesses(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return `${command}${workingDirectory}`.includes(folder)
        ? [command.replaceAll('\0', ' ')]
        : [];
    }),
  );
  return lines.flat();
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Removes the variables that the demo would read as settings. */
function removeSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const settings = /^(npm_|GRANARY_|NODE_(ENV|OPTIONS)$|HOST$|DATA_DIR$|DATABASE_URL$|PUBLIC_URL$)/;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || settings.test(name) ? [] : [[name, value]],
    ),
  );
}
