import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatCounts, isSuccess, sumCounts } from './counts.ts';
import {
  countTests as countBrowserTests,
  extractFailures,
  listFileDurations as listBrowserTestFiles,
  listRetriedTests,
} from './playwright.ts';
import { checkStep, formatSlowest, runSteps } from './steps.ts';
import { root } from './tool.ts';
import { countTests, listFileDurations, listSkippedTests } from './vitest.ts';

describe('a run of steps', () => {
  it('shows only the output of failed steps and counts each step once', async () => {
    const lines: string[] = [];
    const steps = await runSteps(
      [
        checkStep('types', async () => ({ isOk: true, output: 'all is well' })),
        checkStep('lint', async () => ({ isOk: false, output: 'a.ts:1: no\n' })),
      ],
      { concurrency: 1, print: (line) => lines.push(line) },
    );
    const counts = sumCounts(steps.map((step) => step.counts));
    expect(lines.map((line) => line.replace(/\d+\.\d/, '0.0'))).toEqual([
      'ok   types               0.0 s',
      'FAIL lint                0.0 s',
      'a.ts:1: no',
    ]);
    expect(formatCounts(counts)).toBe('1 passed, 1 failed');
  });

  it('counts a step that throws as one failure and continues', async () => {
    const lines: string[] = [];
    const fail = async () => {
      throw new Error('no space left on the disk');
    };
    const pass = async () => ({ isOk: true, output: '' });
    const steps = await runSteps([checkStep('demo data', fail), checkStep('types', pass)], {
      concurrency: 1,
      print: (line) => lines.push(line),
    });
    expect(formatCounts(sumCounts(steps.map((step) => step.counts)))).toBe('1 passed, 1 failed');
    expect(lines.join('\n')).toContain('no space left on the disk');
  });

  it('names the skipped tests', async () => {
    const lines: string[] = [];
    const counts = { passed: 1, failed: 0, skipped: 1 };
    const run = async () => ({ counts, output: '', skippedTests: ['the measured temperatures'] });
    const print = (line: string) => lines.push(line);
    await runSteps([{ name: 'tests', run }], { concurrency: 1, print });
    expect(lines[1]).toBe('     skipped: the measured temperatures');
  });

  it('names the tests that passed only on the second attempt', async () => {
    const lines: string[] = [];
    const counts = { passed: 1, failed: 0, skipped: 0 };
    const run = async () => ({ counts, output: '', retriedTests: ['a.spec.ts: opens'] });
    const print = (line: string) => lines.push(line);
    await runSteps([{ name: 'tests', run }], { concurrency: 1, print });
    expect(lines[1]).toBe('     passed on the second attempt: a.spec.ts: opens');
  });

  it('runs one step at a time with a concurrency of 1', async () => {
    const events: string[] = [];
    const step = (name: string) =>
      checkStep(name, async () => {
        events.push(`${name} starts`);
        await Promise.resolve();
        events.push(`${name} ends`);
        return { isOk: true, output: '' };
      });
    await runSteps([step('build'), step('types')], { concurrency: 1, print: () => {} });
    expect(events).toEqual(['build starts', 'build ends', 'types starts', 'types ends']);
  });

  it('ends with its ten slowest test files and steps', () => {
    const counts = { passed: 1, failed: 0, skipped: 0 };
    const parts = Array.from({ length: 12 }, (_, index) => ({
      name: `${index}.test.ts`,
      seconds: index,
    }));
    const lint = { name: 'lint', seconds: 10.5 };
    const lines = formatSlowest([
      { name: 'tests', seconds: 66, counts, parts },
      { ...lint, counts, parts: [lint] },
    ]);
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 2)).toEqual(['  11.0 s  11.test.ts', '  10.5 s  lint']);
  });

  it('fails when nothing ran', () => {
    expect(isSuccess(sumCounts([]))).toBe(false);
  });
});

it('shows the number of skipped tests only if there are some', () => {
  expect(formatCounts({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});

describe("Vitest's report", () => {
  const file = (status: string, ...statuses: string[]) => ({
    name: join(root, 'apps/a.test.ts'),
    status,
    startTime: 1_000,
    endTime: 3_500,
    assertionResults: statuses.map((each) => ({ status: each, fullName: `one that ${each}` })),
  });

  it('counts tests by result', () => {
    const testResults = [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'failed')];
    expect(countTests({ testResults }, false)).toEqual({ passed: 1, failed: 1, skipped: 2 });
    expect(listSkippedTests({ testResults })).toEqual(['one that skipped', 'one that todo']);
  });

  it('gives the duration of each file', () => {
    const testResults = [file('passed', 'passed')];
    expect(listFileDurations({ testResults })).toEqual([{ name: 'apps/a.test.ts', seconds: 2.5 }]);
  });

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [file('passed', 'passed'), file('failed')];
    expect(countTests({ testResults }, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts a failed run whose tests passed as a failure', () => {
    expect(countTests({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1);
    expect(countTests({ testResults: [] }, false).failed).toBe(1);
  });
});

it("adds up the durations of each file's browser tests", () => {
  const spec = (...durations: number[]) => ({
    title: 'opens',
    tests: [{ status: 'expected' as const, results: durations.map((duration) => ({ duration })) }],
  });
  const inner = { file: 'a.spec.ts', specs: [spec(500)] };
  const suites = [{ file: 'a.spec.ts', suites: [inner], specs: [spec(1_000, 250)] }];
  expect(listBrowserTestFiles({ suites })).toEqual([{ name: 'e2e/src/a.spec.ts', seconds: 1.75 }]);
});

it('counts a browser test that passed on its second attempt as passed, and names it', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 1, skipped: 2 };
  expect(countBrowserTests({ stats }, true)).toEqual({ passed: 5, failed: 0, skipped: 2 });
  const spec = (title: string, status: 'expected' | 'flaky') => ({
    title,
    tests: [{ status, results: [] }],
  });
  const inner = { file: 'a.spec.ts', specs: [spec('closes', 'flaky')] };
  const suites = [{ file: 'a.spec.ts', suites: [inner], specs: [spec('opens', 'expected')] }];
  expect(listRetriedTests({ suites })).toEqual(['a.spec.ts: closes']);
});

it('shows the failed tests of a list report, or the whole report if it names none', () => {
  const list = '  ✓  1 opens (1.0s)\n  ✘  2 closes (9.1s)\n\n  1) closes ─────\n\n    Error: no\n';
  expect(extractFailures(list)).toBe('  1) closes ─────\n\n    Error: no\n');
  expect(extractFailures('No browser.')).toBe('No browser.');
});
