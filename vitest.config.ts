import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The server's tests that need no database, and so belong to the check. */
const SERVER_WITHOUT_DATABASE = 'apps/server/src/**/*.unit.test.ts';

/** Tests read sources, never `dist`. Projects do not inherit root settings, hence `extends`. */
export default defineConfig({
  resolve: { conditions: ['granary-source'] },
  ssr: { resolve: { conditions: ['granary-source'] } },
  test: {
    // Vitest leaves a core idle; these tests wait for disks and peers more than they compute.
    maxWorkers: availableParallelism(),
    // What comes of itself comes within this time, ms, on a busy machine, too.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      project('domain', 'packages/domain'),
      project('contract', 'packages/contract'),
      project('simulator', 'apps/simulator'),
      project('web', 'apps/web'),
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { extends: true, test: { name: 'server-unit', include: [SERVER_WITHOUT_DATABASE] } },
      {
        ...project('server', 'apps/server'),
        test: {
          ...project('server', 'apps/server').test,
          exclude: [SERVER_WITHOUT_DATABASE],
          // Nearly every file imports the whole server, which took a third of their time.
          isolate: false,
          globalSetup: ['apps/server/test/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

function project(name: string, folder: string) {
  return {
    extends: true as const,
    resolve: { conditions: ['granary-source'] },
    ssr: { resolve: { conditions: ['granary-source'] } },
    test: { name, include: [`${folder}/{src,build}/**/*.test.{ts,tsx}`] },
  };
}
