import { describe, expect, it } from 'vitest';
import { detectPushSupport } from './push-subscription.ts';

const CHROME = {
  isSecure: true,
  hasPush: true,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
  maxTouchPoints: 0,
};
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1';

describe('a browser', () => {
  it.each([
    ['can receive push messages', {}, 'available'],
    ['cannot receive them without HTTPS', { isSecure: false, hasPush: false }, 'insecure'],
    ['on an iPhone must be installed', { hasPush: false, userAgent: IPHONE }, 'not-installed'],
    [
      'on an iPad must be installed',
      { hasPush: false, userAgent: MAC, maxTouchPoints: 5 },
      'not-installed',
    ],
    ['installed on an iPhone can receive them', { userAgent: IPHONE }, 'available'],
    ['on an old Mac cannot receive them', { hasPush: false, userAgent: MAC }, 'unsupported'],
  ])('%s', (_, changes, expected) => {
    expect(detectPushSupport({ ...CHROME, ...changes })).toBe(expected);
  });
});
