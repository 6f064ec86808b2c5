import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE, millis, SECOND } from '../units.ts';
import { networkOf, type SignInFailures, signInDelay } from './sign-in-limits.ts';

const now = millis(1_700_000_000_000);
const fresh: SignInFailures = {
  failuresForAccountFromAddress: 0,
  failuresFromAddress: 0,
  failuresForAccount: 0,
  lastFailureAt: null,
  now,
};

function after(failures: Partial<SignInFailures>) {
  return signInDelay({ ...fresh, lastFailureAt: now, ...failures });
}

test('below the limits a sign-in goes on', () => {
  expect(signInDelay(fresh)).toEqual({ kind: 'go' });
  const almost = {
    failuresForAccountFromAddress: 9,
    failuresFromAddress: 49,
    failuresForAccount: 99,
  };
  expect(after(almost)).toEqual({ kind: 'go' });
});

describe('an address over its limits', () => {
  test.each([
    [10, SECOND],
    [11, 2 * SECOND],
    [12, 4 * SECOND],
    [15, 32 * SECOND],
    [16, MINUTE],
    [1000, MINUTE],
  ])('waits after %d failures for one account %d ms', (count, wait) => {
    expect(after({ failuresForAccountFromAddress: count })).toEqual({
      kind: 'wait',
      untilMs: now + wait,
    });
  });

  test('waits likewise from 50 failures for any account', () => {
    expect(after({ failuresFromAddress: 51 })).toEqual({
      kind: 'wait',
      untilMs: now + 2 * SECOND,
    });
  });

  test('goes on once it has waited', () => {
    const waited = millis(now - 4 * SECOND);
    expect(after({ failuresForAccountFromAddress: 12, lastFailureAt: waited })).toEqual({
      kind: 'go',
    });
    expect(
      after({ failuresForAccountFromAddress: 12, lastFailureAt: millis(waited + 1) }).kind,
    ).toBe('wait');
  });
});

test('an account that fails from everywhere is slowed for all', () => {
  expect(after({ failuresForAccount: 100 })).toEqual({ kind: 'slow', delayMs: 2 * SECOND });
});

test('failures elsewhere never make anyone wait', () => {
  const below = fc.record({
    failuresForAccountFromAddress: fc.integer({ min: 0, max: 9 }),
    failuresFromAddress: fc.integer({ min: 0, max: 49 }),
    failuresForAccount: fc.integer({ min: 0, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(below, (failures) => {
      expect(after(failures).kind).not.toBe('wait');
    }),
  );
});

test('nobody waits longer than a minute after their last failure', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), (one, two, three) => {
      const delay = after({
        failuresForAccountFromAddress: one,
        failuresFromAddress: two,
        failuresForAccount: three,
      });
      if (delay.kind === 'wait') expect(delay.untilMs).toBeLessThanOrEqual(now + MINUTE);
    }),
  );
});

describe('what counts as one address', () => {
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
    expect(networkOf(address)).toBe(network);
  });
});
