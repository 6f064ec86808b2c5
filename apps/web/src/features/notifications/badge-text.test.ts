import { describe, expect, it } from 'vitest';
import { formatBadge } from './badge-text.ts';

describe("the bell's badge", () => {
  it('is the number of unread ones, "9+" above nine, and none without any', () => {
    expect([0, 1, 9, 10, 250].map(formatBadge)).toEqual([null, '1', '9', '9+', '9+']);
  });
});
