import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './counts.ts';
import { demoDataDir } from './demo-data.ts';
import type { Part, Step } from './steps.ts';
import { runTool } from './tool.ts';

/** The fields of Playwright's JSON report that are read here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  /** A suite for each file. */
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  /** Relative to the test folder. */
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

const NO_REPORT: PlaywrightReport = {
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
  suites: [],
};

/** Runs the end-to-end tests in the browser at the given path. */
export function playwrightStep(name: string, chromiumPath: string): Step {
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
            CHROMIUM: chromiumPath,
            DEMO_DATA: demoDataDir(),
            PLAYWRIGHT_JSON_OUTPUT_FILE: file,
            // Playwright's workers load the workspace's packages from their sources.
            NODE_OPTIONS: '--conditions=granary-source',
          },
        );
        const report = await readFile(file, 'utf8').then(
          (text) => JSON.parse(text) as PlaywrightReport,
          () => NO_REPORT,
        );
        return {
          counts: countTests(report, isOk),
          output: extractFailures(output),
          retriedTests: listRetriedTests(report),
          parts: listFileDurations(report),
        };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Counts tests. A test that passed on its second attempt is counted as passed; a failed run without failed
 * tests is counted as one failure.
 */
export function countTests({ stats }: Pick<PlaywrightReport, 'stats'>, isOk: boolean): Counts {
  const failed = stats.unexpected;
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && !isOk ? 1 : failed,
    skipped: stats.skipped,
  };
}

/** The tests that failed and then passed, as "file: title". */
export function listRetriedTests({ suites }: Pick<PlaywrightReport, 'suites'>): string[] {
  return suites.flatMap(({ file, suites: inner = [], specs }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file}: ${title}`),
    ...listRetriedTests({ suites: inner }),
  ]);
}

/** The sum of the durations of each file's tests. */
export function listFileDurations({ suites }: Pick<PlaywrightReport, 'suites'>): Part[] {
  return suites.map((suite) => ({
    name: `e2e/src/${suite.file}`,
    seconds: sumDurations(suite) / 1000,
  }));
}

function sumDurations({ suites = [], specs }: PlaywrightSuite): number {
  const durations = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...durations, ...suites.map(sumDurations)].reduce((sum, ms) => sum + ms, 0);
}

/** The failed tests at the end of a list report; the whole report if it names none. */
export function extractFailures(output: string): string {
  const start = output.search(/^ {2}1\) /m);
  return start === -1 ? output : output.slice(start);
}
