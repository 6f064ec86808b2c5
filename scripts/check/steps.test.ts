import { describe, expect, it } from 'vitest';
import { inWords, isGood, sumOf } from './counts.ts';
import { countsOf as countsOfPlaywright, failuresIn } from './playwright.ts';
import { plainStep, runSteps } from './steps.ts';
import { countsOf, skippedIn } from './vitest.ts';

describe('a run of steps', () => {
  it('shows the output of failed steps alone and counts each step once', async () => {
    const lines: string[] = [];
    const counts = sumOf(
      await runSteps(
        [
          plainStep('types', async () => ({ isOk: true, output: 'all is well' })),
          plainStep('lint', async () => ({ isOk: false, output: 'a.ts:1: no\n' })),
        ],
        { atOnce: 1, print: (line) => lines.push(line) },
      ),
    );
    expect(lines.map((line) => line.replace(/\d+\.\d/, '0.0'))).toEqual([
      'ok   types               0.0 s',
      'FAIL lint                0.0 s',
      'a.ts:1: no',
    ]);
    expect(inWords(counts)).toBe('1 passed, 1 failed');
  });

  it('names the tests that were left out', async () => {
    const lines: string[] = [];
    const counts = { passed: 1, failed: 0, skipped: 1 };
    const run = async () => ({ counts, output: '', skipped: ['the measured temperatures'] });
    const print = (line: string) => lines.push(line);
    await runSteps([{ name: 'tests', run }], { atOnce: 1, print });
    expect(lines[1]).toBe('     skipped: the measured temperatures');
  });

  it('is not good when nothing ran', () => {
    expect(isGood(sumOf([]))).toBe(false);
  });
});

it('names skipped tests where there are some', () => {
  expect(inWords({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped');
});

describe("Vitest's report", () => {
  const file = (status: string, ...statuses: string[]) => ({
    status,
    assertionResults: statuses.map((each) => ({ status: each, fullName: `one that ${each}` })),
  });

  it('counts tests by how they ended', () => {
    const testResults = [file('passed', 'passed', 'skipped', 'todo'), file('failed', 'failed')];
    expect(countsOf({ testResults }, false)).toEqual({ passed: 1, failed: 1, skipped: 2 });
    expect(skippedIn({ testResults })).toEqual(['one that skipped', 'one that todo']);
  });

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [file('passed', 'passed'), file('failed')];
    expect(countsOf({ testResults }, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts a run that failed though its tests passed', () => {
    expect(countsOf({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1);
    expect(countsOf({ testResults: [] }, false).failed).toBe(1);
  });
});

it('takes a test that passed only when Playwright tried again for a failure', () => {
  const stats = { expected: 4, unexpected: 0, flaky: 1, skipped: 2 };
  expect(countsOfPlaywright({ stats }, true)).toEqual({ passed: 4, failed: 1, skipped: 2 });
});

it('of a list of browser tests what failed is shown, or all of it where nothing is named', () => {
  const list = '  ✓  1 opens (1.0s)\n  ✘  2 closes (9.1s)\n\n  1) closes ─────\n\n    Error: no\n';
  expect(failuresIn(list)).toBe('  1) closes ─────\n\n    Error: no\n');
  expect(failuresIn('No browser.')).toBe('No browser.');
});
