import { beforeEach, describe, expect, it } from 'vitest';
import { BackgroundJob } from './background.ts';

let runSignals: AbortSignal[];
let settleRuns: ((error?: Error) => void)[];
let failures: unknown[];
let background: BackgroundJob;

beforeEach(() => {
  runSignals = [];
  settleRuns = [];
  failures = [];
  background = new BackgroundJob(
    (signal) => {
      runSignals.push(signal);
      return new Promise((resolve, reject) => {
        settleRuns.push((error) => (error ? reject(error) : resolve()));
      });
    },
    (error) => failures.push(error),
  );
});

describe('a background job', () => {
  it('never overlaps itself, and runs only once more for all requests made during a run', async () => {
    const first = background.run();
    const others = [background.run(), background.run()];
    expect(runSignals).toHaveLength(1);
    settleRuns[0]?.();
    await expect.poll(() => runSignals.length).toBe(2);
    settleRuns[1]?.();
    await Promise.all([first, ...others]);
    expect(runSignals).toHaveLength(2);
  });

  it('can run again after it is done', async () => {
    const first = background.run();
    settleRuns[0]?.();
    await first;
    const second = background.run();
    expect(runSignals).toHaveLength(2);
    settleRuns[1]?.();
    await second;
  });

  it('reports a failure and can run again', async () => {
    const first = background.run();
    settleRuns[0]?.(new Error('broken'));
    await first;
    expect(failures).toEqual([new Error('broken')]);
    const second = background.run();
    settleRuns[1]?.();
    await second;
    expect(failures).toHaveLength(1);
  });

  it('runs again for a request made during a run that fails', async () => {
    const requestedRuns = [background.run(), background.run()];
    settleRuns[0]?.(new Error('broken'));
    await expect.poll(() => runSignals.length).toBe(2);
    settleRuns[1]?.();
    await Promise.all(requestedRuns);
    expect(failures).toHaveLength(1);
  });

  it('is aborted when stopped, and does not start again', async () => {
    const requestedRuns = [background.run(), background.run()];
    const stopping = background.stop();
    expect(runSignals[0]?.aborted).toBe(true);
    settleRuns[0]?.();
    await Promise.all([...requestedRuns, stopping]);
    await background.run();
    expect(runSignals).toHaveLength(1);
  });
});
