import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a question with a time to answer', () => {
  it('is answered by whatever comes, and not by what fails', async () => {
    expect(await inTime(async () => 'here', 1000)()).toBe(true);
    expect(await inTime(() => Promise.reject(new Error('away')), 1000)()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not answered by what comes too late, and is asked once while it is open', async () => {
    let answer = () => {};
    const ask = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    const isAnswered = inTime(ask, 1000);
    const first = isAnswered();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toBe(false);
    const second = isAnswered();
    expect(ask).toHaveBeenCalledTimes(1);
    answer();
    expect(await second).toBe(true);
    void isAnswered();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
