import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './step.mjs';

const KILL_AFTER_MS = 5000;

/** The Node arguments that run a program from its TypeScript sources. */
export const sourceOptions = ['--conditions=granary-source', '--import', 'tsx'];

/**
 * Starts a Node program with an IPC channel, in a separate process group, so that Ctrl-C reaches it
 * only through this process.
 *
 * @param args Node's arguments, the program, and the program's arguments
 * @param env variables to add to the environment
 */
export function startProgram(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const exitCode = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  return { child, exitCode };
}

/**
 * Forwards termination signals to the programs; this process exits after they do.
 *
 * @param programs the programs, which may change later
 * @returns an object whose `received` becomes true when a signal arrives
 */
export function forwardSignals(programs) {
  const signals = { received: false };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      signals.received = true;
      for (const { child } of programs) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  return signals;
}

/** Stops a program because another one has exited. */
export async function stopProgram(program) {
  program.child.kill('SIGTERM');
  const timer = setTimeout(() => program.child.kill('SIGKILL'), KILL_AFTER_MS);
  await program.exitCode;
  clearTimeout(timer);
}

/** Runs one program and returns its exit code. */
export function runProgram(args, env) {
  const program = startProgram(args, env);
  forwardSignals([program]);
  return program.exitCode;
}
