import { beforeEach, describe, expect, it } from 'vitest';
import { BackgroundJob } from './background.ts';

let started: AbortSignal[];
let settleRun: ((error?: Error) => void)[];
let failures: unknown[];
let background: BackgroundJob;

beforeEach(() => {
  started = [];
  settleRun = [];
  failures = [];
  background = new BackgroundJob(
    (signal) => {
      started.push(signal);
      return new Promise((resolve, reject) => {
        settleRun.push((error) => (error ? reject(error) : resolve()));
      });
    },
    (error) => failures.push(error),
  );
});

describe('a background job', () => {
  it('has only one run at a time, and one more for all requests made during a run', async () => {
    const first = background.run();
    const others = [background.run(), background.run()];
    expect(started).toHaveLength(1);
    settleRun[0]?.();
    await expect.poll(() => started.length).toBe(2);
    settleRun[1]?.();
    await Promise.all([first, ...others]);
    expect(started).toHaveLength(2);
  });

  it('runs again after it is done', async () => {
    const first = background.run();
    settleRun[0]?.();
    await first;
    const second = background.run();
    expect(started).toHaveLength(2);
    settleRun[1]?.();
    await second;
  });

  it('reports a failure and can run again', async () => {
    const first = background.run();
    settleRun[0]?.(new Error('broken'));
    await first;
    expect(failures).toEqual([new Error('broken')]);
    const second = background.run();
    settleRun[1]?.();
    await second;
    expect(failures).toHaveLength(1);
  });

  it('runs again for a request made during a run that fails', async () => {
    const requested = [background.run(), background.run()];
    settleRun[0]?.(new Error('broken'));
    await expect.poll(() => started.length).toBe(2);
    settleRun[1]?.();
    await Promise.all(requested);
    expect(failures).toHaveLength(1);
  });

  it('is aborted when stopped, and does not start again', async () => {
    const requested = [background.run(), background.run()];
    const stopped = background.stop();
    expect(started[0]?.aborted).toBe(true);
    settleRun[0]?.();
    await Promise.all([...requested, stopped]);
    await background.run();
    expect(started).toHaveLength(1);
  });
});
