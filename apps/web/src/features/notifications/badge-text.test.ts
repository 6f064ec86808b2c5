import { describe, expect, it } from 'vitest';
import { formatBadge } from './badge-text.ts';

describe('the notification badge', () => {
  it('shows the number of unread notifications, "9+" above nine, and nothing for none', () => {
    expect([0, 1, 9, 10, 250].map(formatBadge)).toEqual([null, '1', '9', '9+', '9+']);
  });
});
