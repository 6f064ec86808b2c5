import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Counts } from './counts.ts';
import type { Part, Step } from './steps.ts';
import { root, runTool } from './tool.ts';

/** The fields of Vitest's JSON report that are read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** ms. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly VitestTest[];
  }[];
}

interface VitestTest {
  readonly status: string;
  readonly fullName: string;
}

/** Runs the tests of the given projects from `vitest.config.ts`. */
export function vitestStep(
  name: string,
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Step {
  return {
    name,
    run: async (priority) => {
      const folder = await mkdtemp(join(tmpdir(), 'granary-vitest-'));
      const file = join(folder, 'report.json');
      try {
        const { isOk, output } = await runTool(
          'vitest/vitest.mjs',
          [
            'run',
            ...projects.map((project) => `--project=${project}`),
            '--silent=passed-only',
            '--reporter=default',
            '--reporter=json',
            `--outputFile.json=${file}`,
          ],
          env,
          priority,
        );
        const report = await readFile(file, 'utf8').then(
          (text) => JSON.parse(text) as VitestReport,
          () => ({ testResults: [] }),
        );
        return {
          counts: countTests(report, isOk),
          output,
          skippedTests: listSkippedTests(report),
          parts: listFileDurations(report),
        };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The names of the skipped tests. */
export function listSkippedTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  );
}

/** The duration of each test file, without its imports. */
export function listFileDurations({ testResults }: VitestReport): Part[] {
  return testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/**
 * Counts tests. A file that does not load is counted as one failure, and so is a run that fails for another
 * reason.
 */
export function countTests({ testResults }: VitestReport, isOk: boolean): Counts {
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
