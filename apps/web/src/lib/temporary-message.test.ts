import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ShortMessage, TemporaryMessage } from './temporary-message.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A mounted message with its listener. */
function drawn(message: ShortMessage) {
  const shortly = new TemporaryMessage(message);
  const news = vi.fn<() => void>();
  return { shortly, news, leave: shortly.subscribe(news) };
}

describe('a temporary message', () => {
  it.each([
    ['notesSaved', 2_000],
    ['noMoreRecords', 2_000],
    ['fanNotRead', 5_000],
  ] as const)('of %s stands for %i ms, no more and no less', (message, ms) => {
    const { shortly, news } = drawn(message);
    expect(shortly.isShown).toBe(false);
    shortly.show();
    expect(news).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(ms - 1);
    expect(shortly.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(shortly.isShown).toBe(false);
    expect(news).toHaveBeenCalledTimes(2);
  });

  it('is shown for its whole time after the last show', () => {
    const { shortly } = drawn('notesSaved');
    shortly.show();
    vi.advanceTimersByTime(1_500);
    shortly.show();
    vi.advanceTimersByTime(1_999);
    expect(shortly.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(shortly.isShown).toBe(false);
  });

  it('is hidden at once, and its timer stops when the page is left', () => {
    const { shortly, leave } = drawn('noMoreRecords');
    shortly.show();
    shortly.hide();
    expect(shortly.isShown).toBe(false);
    shortly.show();
    leave();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is shown from the start starts its time when it is mounted', () => {
    const shortly = new TemporaryMessage('fanNotRead', true);
    vi.advanceTimersByTime(60_000);
    expect(shortly.isShown).toBe(true);
    shortly.subscribe(() => undefined);
    vi.advanceTimersByTime(4_999);
    expect(shortly.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(shortly.isShown).toBe(false);
  });
});
