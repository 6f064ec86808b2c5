import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, in which every command runs. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Ends the launcher with exit code 1; only its message is shown. */
export class StepError extends Error {}

/** Runs a step to completion and shows its output only if it fails. */
export async function runStep(message, command, args, cwd = root) {
  console.log(message);
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  if (code === 0) return;
  const commandLine = [command, ...args].join(' ');
  throw new StepError(`${output.trimEnd()}\nCommand failed: ${commandLine}`);
}
