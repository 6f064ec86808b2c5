import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDemo } from './demo.mjs';
import { end, fromSource, passSignalsOn, runAlone, start } from './programs.mjs';
import { root } from './step.mjs';

/**
 * The server, with room for a batch of readings among the young objects: with Node's default they
 * are copied about for a fifth of its time under load. It keeps what memory it has, too: given back
 * while nothing happens, it is gathered anew at the expense of whoever comes next.
 */
const server = [
  ...JSON.parse(readFileSync(join(root, 'apps/server/v8-flags.json'), 'utf8')),
  'apps/server/dist/main.js',
];

const playwright = 'node_modules/@playwright/test/cli.js';

/** What each command runs once everything is installed; `run` returns the exit code. */
export const commands = {
  demo: { needsBuild: true, run: (args) => runDemo(server, args) },
  start: {
    needsBuild: true,
    run: (args) => runAlone([...server, ...args], { GRANARY_MODE: 'start' }),
  },
  dev: { needsBuild: false, run: runDev },
  test: { needsBuild: false, run: (args) => runAlone([...fromSource, 'scripts/test.ts', ...args]) },
  check: {
    needsBuild: false,
    run: (args) => runAlone([...fromSource, 'scripts/check.ts', ...args]),
  },
  bench: { needsBuild: true, run: (args) => runAlone([...fromSource, 'bench/main.ts', ...args]) },
  prove: { needsBuild: true, run: (args) => runAlone([...fromSource, 'bench/prove.ts', ...args]) },
  pictures: {
    needsBuild: true,
    run: (args) =>
      runAlone(
        [playwright, 'test', '--config=e2e/pictures.config.ts', '--reporter=list', ...args],
        {
          NODE_OPTIONS: '--conditions=granary-source',
        },
      ),
  },
  replay: {
    needsBuild: true,
    run: (args) => runAlone(['apps/simulator/dist/replay-cli.js', ...args]),
  },
  admin: { needsBuild: true, run: (args) => runAlone(['apps/server/dist/admin.js', ...args]) },
};

/** The server from its sources, started again when one changes, and Vite's server for the web. */
async function runDev(args) {
  const watching = ['--watch', '--watch-preserve-output', ...fromSource];
  const programs = [
    start([...watching, 'apps/server/src/main.ts', ...args], { GRANARY_MODE: 'demo' }),
    start([join(root, 'node_modules/vite/bin/vite.js'), join(root, 'apps/web')]),
  ];
  passSignalsOn(programs);
  const code = await Promise.race(programs.map(({ ended }) => ended));
  await Promise.all(programs.map(end));
  return code;
}
