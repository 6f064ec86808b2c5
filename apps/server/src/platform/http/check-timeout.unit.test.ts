import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './check-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a check with a timeout', () => {
  it('reports a success and a failure', async () => {
    expect(await withTimeout(async () => 'ok', 1000)()).toBe(true);
    expect(await withTimeout(() => Promise.reject(new Error('offline')), 1000)()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails after the timeout, and never runs twice at the same time', async () => {
    let finish = () => {};
    const check = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const runCheck = withTimeout(check, 1000);
    const first = runCheck();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toBe(false);
    const second = runCheck();
    expect(check).toHaveBeenCalledTimes(1);
    finish();
    expect(await second).toBe(true);
    void runCheck();
    expect(check).toHaveBeenCalledTimes(2);
  });
});
