import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterLongPress } from './use-press.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a press', () => {
  it('is long after 1500 ms', () => {
    const act = vi.fn();
    afterLongPress(act);
    vi.advanceTimersByTime(1499);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
  });

  it('does not count if the finger leaves before', () => {
    const act = vi.fn();
    const callOff = afterLongPress(act);
    vi.advanceTimersByTime(1499);
    callOff();
    vi.advanceTimersByTime(1);
    expect(act).not.toHaveBeenCalled();
  });
});
