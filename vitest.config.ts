import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { splitTexts } from './apps/web/build/split-texts.ts';

/** The server tests that need no database; `npm run check` runs them too. */
const SERVER_UNIT_TESTS = 'apps/server/src/**/*.unit.test.ts';

/** Tests of the web app that replace modules or globals, which must not leak into other files. */
const NEEDS_ISOLATION = /\bvi\.(mock|stubGlobal|resetModules)\(|globalThis\./;
const isolatedTests = readdirSync('apps/web/src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('apps/web/src', path))
  .filter((path) => /\.test\.tsx?$/.test(path) && NEEDS_ISOLATION.test(readFileSync(path, 'utf8')));

/**
 * Packages to bundle in advance: each isolated test file loads them again, and loading them unbundled takes
 * longer than its tests.
 */
const bundledPackages = [
  '@mantine/core',
  '@mantine/dates',
  '@mantine/hooks',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'i18next',
  'react',
  'react-dom/server',
  'react-i18next',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'zod/mini',
];

/** Tests read sources, never `dist`. Projects do not inherit root settings, hence `extends`. */
export default defineConfig({
  plugins: [splitTexts()],
  resolve: { conditions: ['granary-source'] },
  ssr: { resolve: { conditions: ['granary-source'] } },
  test: {
    // Vitest leaves a core idle by default, but these tests mostly wait for disk and network I/O.
    maxWorkers: availableParallelism(),
    // Enough time, in ms, for asynchronous changes on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Timeouts, in ms, only for tests that hang: starting servers or simulating a year can take minutes.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    projects: [
      // Pure code needs no fresh modules for each file; loading them takes longer than the tests.
      createProject('domain', 'packages/domain', { isolate: false }),
      createProject('contract', 'packages/contract', { isolate: false }),
      createProject('simulator', 'apps/simulator', { isolate: false }),
      createProject('web', 'apps/web', { isolate: false, exclude: isolatedTests }),
      {
        extends: true,
        test: {
          name: 'web-isolated',
          include: isolatedTests,
          // A new context for each file takes a third less time than a new process.
          pool: 'vmThreads',
          deps: { optimizer: { ssr: { enabled: true, include: bundledPackages } } },
        },
      },
      {
        extends: true,
        test: { name: 'scripts', isolate: false, include: ['scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'server-unit', isolate: false, include: [SERVER_UNIT_TESTS] },
      },
      {
        ...createProject('server', 'apps/server'),
        test: {
          ...createProject('server', 'apps/server').test,
          exclude: [SERVER_UNIT_TESTS],
          // Nearly every file imports the whole server; with isolation, loading it again took a third of the
          // time.
          isolate: false,
          globalSetup: ['apps/server/test/support/global-setup.ts'],
        },
      },
    ],
  },
});

function createProject(
  name: string,
  folder: string,
  { isolate = true, exclude = [] as string[] } = {},
) {
  return {
    extends: true as const,
    resolve: { conditions: ['granary-source'] },
    ssr: { resolve: { conditions: ['granary-source'] } },
    test: { name, isolate, exclude, include: [`${folder}/{src,build}/**/*.test.{ts,tsx}`] },
  };
}
