import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder; every command runs in it. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Ends the launcher with exit code 1; the message is all that the user gets to see. */
export class StepFailed extends Error {}

/** Runs a step to its end and keeps its output to itself unless it fails. */
export async function step(announcement, command, args, cwd = root) {
  console.log(announcement);
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
  const shown = [command, ...args].join(' ');
  throw new StepFailed(`${output.trimEnd()}\nThis failed: ${shown}`);
}
