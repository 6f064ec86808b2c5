import { beforeEach, describe, expect, it } from 'vitest';
import { Background } from './background.ts';

let begun: AbortSignal[];
let ends: ((error?: Error) => void)[];
let failures: unknown[];
let background: Background;

beforeEach(() => {
  begun = [];
  ends = [];
  failures = [];
  background = new Background(
    (signal) => {
      begun.push(signal);
      return new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
      });
    },
    (error) => failures.push(error),
  );
});

describe('work in the background', () => {
  it('runs once at a time, and once more for all who asked meanwhile', async () => {
    const first = background.run();
    const others = [background.run(), background.run()];
    expect(begun).toHaveLength(1);
    ends[0]?.();
    await expect.poll(() => begun.length).toBe(2);
    ends[1]?.();
    await Promise.all([first, ...others]);
    expect(begun).toHaveLength(2);
  });

  it('runs again after it is done', async () => {
    const first = background.run();
    ends[0]?.();
    await first;
    const second = background.run();
    expect(begun).toHaveLength(2);
    ends[1]?.();
    await second;
  });

  it('tells of a failure, and runs again when asked', async () => {
    const first = background.run();
    ends[0]?.(new Error('broken'));
    await first;
    expect(failures).toEqual([new Error('broken')]);
    const second = background.run();
    ends[1]?.();
    await second;
    expect(failures).toHaveLength(1);
  });

  it('runs for who asked while it failed', async () => {
    const asked = [background.run(), background.run()];
    ends[0]?.(new Error('broken'));
    await expect.poll(() => begun.length).toBe(2);
    ends[1]?.();
    await Promise.all(asked);
    expect(failures).toHaveLength(1);
  });

  it('is told to end when stopped, and does not begin again', async () => {
    const asked = [background.run(), background.run()];
    const stopped = background.stop();
    expect(begun[0]?.aborted).toBe(true);
    ends[0]?.();
    await Promise.all([...asked, stopped]);
    await background.run();
    expect(begun).toHaveLength(1);
  });
});
