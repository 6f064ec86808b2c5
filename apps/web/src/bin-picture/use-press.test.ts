import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLongPress } from './use-press.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a press', () => {
  it('counts as a long press after 1500 ms', () => {
    const callback = vi.fn();
    startLongPress(callback);
    vi.advanceTimersByTime(1499);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('does not count as a long press if the finger is lifted before then', () => {
    const callback = vi.fn();
    const cancel = startLongPress(callback);
    vi.advanceTimersByTime(1499);
    cancel();
    vi.advanceTimersByTime(1);
    expect(callback).not.toHaveBeenCalled();
  });
});
