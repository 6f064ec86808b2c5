import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './step.mjs';

const KILL_AFTER_MS = 5000;

/** Node's arguments for a program that is run from its TypeScript. */
export const fromSource = ['--conditions=granary-source', '--import', 'tsx'];

/**
 * Starts a Node program with an IPC channel. It stands in a process group of its own, so that
 * Ctrl-C reaches it once, from us, and not from the terminal as well.
 *
 * @param args Node's own arguments, the program, and the program's arguments
 * @param env What to add to our environment
 */
export function start(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  return { child, ended };
}

/**
 * Passes on to the programs what asks us to end; they decide how, and we end with them.
 *
 * @param programs May change later.
 * @returns whether such a signal has come
 */
export function passSignalsOn(programs) {
  const signals = { received: false };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      signals.received = true;
      for (const { child } of programs) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  return signals;
}

/** Ends a program whose work is over because another has ended. */
export async function end(program) {
  program.child.kill('SIGTERM');
  const timer = setTimeout(() => program.child.kill('SIGKILL'), KILL_AFTER_MS);
  await program.ended;
  clearTimeout(timer);
}

/** Runs one program; its exit code. */
export function runAlone(args, env) {
  const program = start(args, env);
  passSignalsOn([program]);
  return program.ended;
}
