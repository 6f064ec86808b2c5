import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scheduleScrollToCurrentItem } from './use-scroll-to-current.ts';

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the menu item for the current page', () => {
  const menuItem = { scrollIntoView: vi.fn() };
  const querySelector = vi.fn(() => menuItem);
  beforeEach(() => vi.clearAllMocks());

  it('is scrolled into view after 300 ms, once the menu animations have ended', () => {
    scheduleScrollToCurrentItem(() => ({ querySelector }));
    vi.advanceTimersByTime(299);
    expect(menuItem.scrollIntoView).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(querySelector).toHaveBeenCalledWith('[aria-current=page]');
    expect(menuItem.scrollIntoView).toHaveBeenCalledOnce();
  });

  it('is not scrolled to after a page change or without a menu', () => {
    scheduleScrollToCurrentItem(() => ({ querySelector }))();
    scheduleScrollToCurrentItem(() => null);
    vi.advanceTimersByTime(300);
    expect(menuItem.scrollIntoView).not.toHaveBeenCalled();
  });
});
