import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ShortMessage, TemporaryMessage } from './temporary-message.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A message that is drawn, and what it tells whoever draws it. */
function drawn(message: ShortMessage) {
  const shortly = new TemporaryMessage(message);
  const news = vi.fn<() => void>();
  return { shortly, news, leave: shortly.subscribe(news) };
}

describe('a message that goes by itself', () => {
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

  it('stands for its whole time from when it was shown last', () => {
    const { shortly } = drawn('notesSaved');
    shortly.show();
    vi.advanceTimersByTime(1_500);
    shortly.show();
    vi.advanceTimersByTime(1_999);
    expect(shortly.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(shortly.isShown).toBe(false);
  });

  it('goes at once where it is hidden, and is not waited for once the page is left', () => {
    const { shortly, leave } = drawn('noMoreRecords');
    shortly.show();
    shortly.hide();
    expect(shortly.isShown).toBe(false);
    shortly.show();
    leave();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that stands from the start has its time from when it is drawn', () => {
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
