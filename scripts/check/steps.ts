import { type Counts, isGood } from './counts.ts';

/** A part of the check: what it found, and what to show of it when that is not good. */
export interface Step {
  readonly name: string;
  run(): Promise<StepResult>;
}

export interface StepResult {
  readonly counts: Counts;
  readonly output: string;
  /** The names of tests that were left out. */
  readonly skipped?: readonly string[];
}

/** A step that is either good or not. */
export function plainStep(
  name: string,
  check: () => Promise<{ readonly isOk: boolean; readonly output: string }>,
): Step {
  return {
    name,
    run: async () => {
      const { isOk, output } = await check();
      return { counts: { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, skipped: 0 }, output };
    },
  };
}

/** Runs steps, so many at a time; each gets a line when it is done, and a bad one its output. */
export async function runSteps(
  steps: readonly Step[],
  { atOnce, print }: { readonly atOnce: number; readonly print: (line: string) => void },
): Promise<Counts[]> {
  const waiting = [...steps];
  const all: Counts[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const startedAt = performance.now();
      const { counts, output, skipped = [] } = await step.run();
      all.push(counts);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const isOk = isGood(counts);
      print(`${isOk ? 'ok  ' : 'FAIL'} ${step.name.padEnd(16)} ${seconds.padStart(6)} s`);
      for (const name of skipped) print(`     skipped: ${name}`);
      if (!isOk) print(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all;
}
