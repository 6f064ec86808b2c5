import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECOND } from '../units.ts';
import { calculateSignInDelay, type SignInFailures, toNetwork } from './sign-in-limits.ts';

const noFailures: SignInFailures = {
  failuresForAccountFromAddress: 0,
  failuresFromAddress: 0,
  failuresForAccount: 0,
};

function calculateDelay(failures: Partial<SignInFailures>) {
  return calculateSignInDelay({ ...noFailures, ...failures });
}

test('does not delay sign-in below the limits', () => {
  expect(calculateSignInDelay(noFailures)).toMatchObject({ accountDelayMs: 0, addressDelayMs: 0 });
  const failuresBelowLimits = {
    failuresForAccountFromAddress: 9,
    failuresFromAddress: 49,
    failuresForAccount: 99,
  };
  expect(calculateDelay(failuresBelowLimits)).toMatchObject({
    accountDelayMs: 0,
    addressDelayMs: 0,
  });
});

test.each([
  [10, SECOND],
  [11, 2 * SECOND],
  [12, 4 * SECOND],
  [13, 8 * SECOND],
  [14, 10 * SECOND],
  [1000, 10 * SECOND],
])(
  'after %d failures for an account from an address, the next attempt waits %d ms',
  (count, accountDelayMs) => {
    expect(calculateDelay({ failuresForAccountFromAddress: count })).toMatchObject({
      accountDelayMs,
      addressDelayMs: 0,
    });
  },
);

test('an address with failures for many accounts gets one attempt every two seconds', () => {
  expect(calculateDelay({ failuresFromAddress: 50 })).toMatchObject({
    accountDelayMs: 0,
    addressDelayMs: 2 * SECOND,
  });
});

test('an account with failures from many addresses is delayed for all callers', () => {
  expect(calculateDelay({ failuresForAccount: 100 })).toMatchObject({
    accountDelayMs: 2 * SECOND,
    addressDelayMs: 0,
    isAccountUnderAttack: true,
  });
});

test('limits the delay for any number of failures', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (one, two, three) => {
      const { accountDelayMs, addressDelayMs } = calculateDelay({
        failuresForAccountFromAddress: one,
        failuresFromAddress: two,
        failuresForAccount: three,
      });
      expect(accountDelayMs).toBeLessThanOrEqual(10 * SECOND);
      expect(addressDelayMs).toBeLessThanOrEqual(2 * SECOND);
    }),
  );
});

describe('the network of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s is %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });
});
