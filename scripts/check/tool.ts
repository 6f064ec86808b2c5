import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder; every tool runs in it. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The priority of a tool: normal, or below normal so that other processes run first. */
export const priorities = {
  normal: 0,
  belowNormal: constants.priority.PRIORITY_BELOW_NORMAL,
} as const;

/** Node's options for running one of our TypeScript files. */
export const sourceOptions: readonly string[] = ['--conditions=granary-source', '--import', 'tsx'];

/**
 * For the type checker and the linter's type-aware rules, which are written in Go. A single thread avoids
 * checking shared types twice, and a short run needs little garbage collection.
 */
export const goEnvironment = { GOMAXPROCS: '1', GOGC: '400' } as const;

/** The result of running a tool, with its full output. */
export interface ToolResult {
  readonly isOk: boolean;
  readonly output: string;
}

/**
 * Runs an installed tool in a new Node process.
 *
 * @param tool the tool's script within `node_modules`, or Node options followed by the script
 */
export function runTool(
  tool: string | readonly string[],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  priority: number = priorities.normal,
): Promise<ToolResult> {
  const [script = '', ...options] = [tool].flat().reverse();
  const path = join(root, 'node_modules', script);
  return run(process.execPath, [...options.reverse(), path, ...args], env, priority);
}

/** Runs a program to completion; a program that cannot be started counts as failed. */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  priority: number = priorities.normal,
): Promise<ToolResult> {
  // Once the tools are being stopped, no other program may start.
  if (isStopping) return new Promise(() => {});
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The processes that the program starts inherit its priority.
  if (child.pid !== undefined && priority !== priorities.normal) setPriority(child.pid, priority);
  runningTools.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      runningTools.delete(child);
      if (!isStopping) resolve({ isOk: code === 0, output });
    });
  });
}

const runningTools = new Set<ChildProcess>();
let isStopping = false;

/** Stops the running tools before this process exits, so that no database or browser is left running. */
export function stopToolsOnExit(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(signal, () => void stop());
  }
  // A listener on the channel to the launcher would keep this process alive.
  process.channel?.unref();
}

async function stop(): Promise<void> {
  isStopping = true;
  const tools = [...runningTools];
  const closed = tools.map((tool) => once(tool, 'close'));
  for (const tool of tools) tool.kill('SIGINT');
  await Promise.all(closed);
  process.exit(130);
}
