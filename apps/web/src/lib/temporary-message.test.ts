import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MessageDuration, TemporaryMessage } from './temporary-message.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Mounts a message with a listener. */
function mount(duration: MessageDuration) {
  const message = new TemporaryMessage(duration);
  const listener = vi.fn<() => void>();
  return { message, listener, unmount: message.subscribe(listener) };
}

describe('a temporary message', () => {
  it.each([
    ['short', 2_000],
    ['slotAdded', 1_500],
    ['slotDeleted', 3_000],
    ['long', 5_000],
  ] as const)('of %s duration is shown for exactly %i ms', (duration, ms) => {
    const { message, listener } = mount(duration);
    expect(message.isShown).toBe(false);
    message.show();
    expect(listener).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(ms - 1);
    expect(message.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(message.isShown).toBe(false);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('is shown for its full duration when it is shown again', () => {
    const { message } = mount('short');
    message.show();
    vi.advanceTimersByTime(1_500);
    message.show();
    vi.advanceTimersByTime(1_999);
    expect(message.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(message.isShown).toBe(false);
  });

  it('can be hidden at once, and stops its timer when the page is left', () => {
    const { message, unmount } = mount('short');
    message.show();
    message.hide();
    expect(message.isShown).toBe(false);
    message.show();
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts its timer when it is mounted if it is shown from the start', () => {
    const message = new TemporaryMessage('long', true);
    vi.advanceTimersByTime(60_000);
    expect(message.isShown).toBe(true);
    message.subscribe(() => undefined);
    vi.advanceTimersByTime(4_999);
    expect(message.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(message.isShown).toBe(false);
  });
});
