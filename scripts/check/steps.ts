import { inspect } from 'node:util';
import { type Counts, isSuccess } from './counts.ts';
import { priorities } from './tool.ts';

/** A part of the check, which returns its result and the output to show if it failed. */
export interface Step {
  readonly name: string;
  /** @param priority the priority of the programs it starts */
  run(priority: number): Promise<StepResult>;
}

export interface StepResult {
  readonly counts: Counts;
  readonly output: string;
  /** The names of skipped tests. */
  readonly skippedTests?: readonly string[];
  /** The names of tests that failed and then passed. */
  readonly retriedTests?: readonly string[];
  /** The duration of each test file; missing for a step without test files. */
  readonly parts?: readonly Part[];
}

/** A test file, or a whole step, with its duration. */
export interface Part {
  readonly name: string;
  readonly seconds: number;
}

/** A step that has ended. */
export interface FinishedStep extends Part {
  readonly counts: Counts;
  readonly parts: readonly Part[];
}

const SLOWEST_COUNT = 10;

/** A step that passes or fails as a whole. */
export function checkStep(
  name: string,
  check: (priority: number) => Promise<{ readonly isOk: boolean; readonly output: string }>,
): Step {
  return {
    name,
    run: async (priority) => {
      const { isOk, output } = await check(priority);
      return { counts: { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }, output };
    },
  };
}

interface RunOptions {
  readonly concurrency: number;
  readonly print: (line: string) => void;
  readonly priority?: number;
}

/**
 * Runs `concurrency` steps at a time. Prints a line for each step when it ends, and the output of a failed
 * step.
 */
export async function runSteps(
  steps: readonly Step[],
  { concurrency, print, priority = priorities.normal }: RunOptions,
): Promise<FinishedStep[]> {
  const queue = [...steps];
  const finishedSteps: FinishedStep[] = [];
  const runQueue = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      finishedSteps.push(await runStep(step, print, priority));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runQueue));
  return finishedSteps;
}

async function runStep(
  step: Step,
  print: RunOptions['print'],
  priority: number,
): Promise<FinishedStep> {
  const { name } = step;
  const startedAt = performance.now();
  const result = await step.run(priority).catch(toFailure);
  const { counts, output, skippedTests = [], retriedTests = [], parts } = result;
  const seconds = (performance.now() - startedAt) / 1000;
  const isOk = isSuccess(counts);
  print(`${isOk ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${formatSeconds(seconds)}`);
  for (const test of skippedTests) print(`     skipped: ${test}`);
  for (const test of retriedTests) print(`     passed on the second attempt: ${test}`);
  if (!isOk) print(output.trimEnd());
  return { name, seconds, counts, parts: parts ?? [{ name, seconds }] };
}

function toFailure(error: unknown): StepResult {
  return { counts: { passed: 0, failed: 1, skipped: 0 }, output: inspect(error) };
}

/** A line for each of the slowest test files and steps, slowest first. */
export function formatSlowest(steps: readonly FinishedStep[]): string[] {
  return steps
    .flatMap(({ parts }) => parts)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_COUNT)
    .map(({ name, seconds }) => `${formatSeconds(seconds)}  ${name}`);
}

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`;
}
