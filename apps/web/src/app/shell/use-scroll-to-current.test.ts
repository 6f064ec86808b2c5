import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollToCurrentEntryLater } from './use-scroll-to-current.ts';

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the menu item for the current page', () => {
  const entry = { scrollIntoView: vi.fn() };
  const querySelector = vi.fn(() => entry);
  beforeEach(() => vi.clearAllMocks());

  it('is scrolled into view after 300 ms, once the menu animations have ended', () => {
    scrollToCurrentEntryLater(() => ({ querySelector }));
    vi.advanceTimersByTime(299);
    expect(entry.scrollIntoView).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(querySelector).toHaveBeenCalledWith('[aria-current=page]');
    expect(entry.scrollIntoView).toHaveBeenCalledOnce();
  });

  it('is not scrolled to after a page change or without a menu', () => {
    scrollToCurrentEntryLater(() => ({ querySelector }))();
    scrollToCurrentEntryLater(() => null);
    vi.advanceTimersByTime(300);
    expect(entry.scrollIntoView).not.toHaveBeenCalled();
  });
});
