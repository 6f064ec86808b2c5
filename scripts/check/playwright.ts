import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './counts.ts';
import type { Step } from './steps.ts';
import { runTool } from './tool.ts';

/** What Playwright's JSON reporter writes, as far as it is read here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

const NO_REPORT: PlaywrightReport = {
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
};

/** The end-to-end tests, in the browser at this path. */
export function playwrightStep(name: string, chromium: string): Step {
  return {
    name,
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'granary-playwright-'));
      const file = join(folder, 'report.json');
      try {
        const { isOk, output } = await runTool(
          '@playwright/test/cli.js',
          ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
          {
            CHROMIUM: chromium,
            PLAYWRIGHT_JSON_OUTPUT_FILE: file,
            // Its workers load the workspace's packages from their sources.
            NODE_OPTIONS: '--conditions=granary-source',
          },
        );
        const report = await readFile(file, 'utf8').then(
          (text) => JSON.parse(text) as PlaywrightReport,
          () => NO_REPORT,
        );
        return { counts: countsOf(report, isOk), output: failuresIn(output) };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Counts tests; one that passed only when tried again has failed, as has a run without a report. */
export function countsOf({ stats }: PlaywrightReport, isOk: boolean): Counts {
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && !isOk ? 1 : failed,
    skipped: stats.skipped,
  };
}

/** What a list says of the tests that failed, which it tells last; all of it where it names none. */
export function failuresIn(list: string): string {
  const at = list.search(/^ {2}1\) /m);
  return at === -1 ? list : list.slice(at);
}
