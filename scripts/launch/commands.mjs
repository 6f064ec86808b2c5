import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDemo } from './demo.mjs';
import {
  forwardSignals,
  runProgram,
  sourceOptions,
  startProgram,
  stopProgram,
} from './programs.mjs';
import { root } from './step.mjs';

/**
 * The server with V8 flags. The young generation is large enough for a batch of readings: with the default
 * size, copying them takes a fifth of the time under load. V8 does not release memory while idle, because the
 * next request would have to wait until it is allocated again.
 */
const serverArgs = [
  ...JSON.parse(readFileSync(join(root, 'apps/server/v8-flags.json'), 'utf8')),
  'apps/server/dist/bundle/main.js',
];

const playwrightPath = 'node_modules/@playwright/test/cli.js';

/** The commands, which run after the dependencies are installed; `run` returns the exit code. */
export const commands = {
  demo: { needsBuild: true, run: (args) => runDemo(serverArgs, args) },
  start: {
    needsBuild: true,
    run: (args) => runProgram([...serverArgs, ...args], { GRANARY_MODE: 'start' }),
  },
  dev: { needsBuild: false, run: runDev },
  test: {
    needsBuild: false,
    run: (args) => runProgram([...sourceOptions, 'scripts/test.ts', ...args]),
  },
  check: {
    needsBuild: false,
    run: (args) => runProgram([...sourceOptions, 'scripts/check.ts', ...args]),
  },
  bench: {
    needsBuild: true,
    run: (args) => runProgram([...sourceOptions, 'bench/main.ts', ...args]),
  },
  prove: {
    needsBuild: true,
    run: (args) => runProgram([...sourceOptions, 'bench/prove.ts', ...args]),
  },
  pictures: {
    needsBuild: true,
    run: (args) =>
      runProgram(
        [playwrightPath, 'test', '--config=e2e/pictures.config.ts', '--reporter=list', ...args],
        {
          NODE_OPTIONS: '--conditions=granary-source',
        },
      ),
  },
  replay: {
    needsBuild: true,
    run: (args) => runProgram(['apps/simulator/dist/replay-cli.js', ...args]),
  },
  admin: {
    needsBuild: true,
    run: (args) => runProgram(['apps/server/dist/bundle/admin.js', ...args]),
  },
};

/** Runs the server from source, restarting it on changes, and the Vite dev server. */
async function runDev(args) {
  const watchArgs = ['--watch', '--watch-preserve-output', ...sourceOptions];
  const programs = [
    startProgram([...watchArgs, 'apps/server/src/main.ts', ...args], { GRANARY_MODE: 'demo' }),
    startProgram([join(root, 'node_modules/vite/bin/vite.js'), join(root, 'apps/web')]),
  ];
  forwardSignals(programs);
  const code = await Promise.race(programs.map(({ exitCode }) => exitCode));
  await Promise.all(programs.map(stopProgram));
  return code;
}
