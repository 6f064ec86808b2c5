import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder; every tool runs in it. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a tool ended, with all that it wrote. */
export interface ToolResult {
  readonly isOk: boolean;
  readonly output: string;
}

/**
 * Runs an installed tool in a Node of its own.
 *
 * @param tool the tool's script within `node_modules`, or Node's options and the script last
 */
export function runTool(
  tool: string | readonly string[],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ToolResult> {
  const [script = '', ...options] = [tool].flat().reverse();
  const path = join(root, 'node_modules', script);
  return run(process.execPath, [...options.reverse(), path, ...args], env);
}

/** Runs a program to its end; one that cannot be started has failed. */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ToolResult> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
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
      running.delete(child);
      // What follows an ended tool must not start any more.
      if (!isEnding) resolve({ isOk: code === 0, output });
    });
  });
}

const running = new Set<ChildProcess>();
let isEnding = false;

/** Asked to end, ends what runs first: a tool left alone would go on with its database or browser. */
export function endToolsWithUs(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(signal, () => void end());
  }
  // The channel to our launcher, listened to, must not keep us here.
  process.channel?.unref();
}

async function end(): Promise<void> {
  isEnding = true;
  const tools = [...running];
  const closed = tools.map((tool) => once(tool, 'close'));
  for (const tool of tools) tool.kill('SIGINT');
  await Promise.all(closed);
  process.exit(130);
}
