import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './counts.ts';
import type { Step } from './steps.ts';
import { runTool } from './tool.ts';

/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly VitestTest[];
  }[];
}

interface VitestTest {
  readonly status: string;
  readonly fullName: string;
}

/** The tests of some of the projects in `vitest.config.ts`. */
export function vitestStep(name: string, projects: readonly string[]): Step {
  return {
    name,
    run: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'granary-vitest-'));
      const file = join(folder, 'report.json');
      try {
        const { isOk, output } = await runTool('vitest/vitest.mjs', [
          'run',
          ...projects.map((project) => `--project=${project}`),
          '--silent=passed-only',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ]);
        const report = await readFile(file, 'utf8').then(
          (text) => JSON.parse(text) as VitestReport,
          () => ({ testResults: [] }),
        );
        return { counts: countsOf(report, isOk), output, skipped: skippedIn(report) };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The names of the tests that did not run. */
export function skippedIn({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  );
}

/** Counts tests; a file that could not be loaded, and a run that failed besides, count as one. */
export function countsOf({ testResults }: VitestReport, isOk: boolean): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of testResults) {
    const statuses = assertionResults.map((test) => test.status);
    const failed = statuses.filter((each) => each === 'failed').length;
    const passed = statuses.filter((each) => each === 'passed').length;
    counts.passed += passed;
    counts.failed += failed > 0 || status !== 'failed' ? failed : 1;
    counts.skipped += statuses.length - passed - failed;
  }
  if (!isOk && counts.failed === 0) counts.failed = 1;
  return counts;
}
