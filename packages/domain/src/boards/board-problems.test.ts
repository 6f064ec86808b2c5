import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, millis } from '../units.ts';
import { findWrongKey, listUnknownBins } from './board-problems.ts';

const now = millis(1_700_000_000_000);
const ago = (ms: number) => millis(now - ms);
const lastReading = (age: number | null, usualIntervalMs = HOUR) => ({
  now,
  lastAt: age === null ? null : ago(age),
  usualIntervalMs,
});
const refusedSignIn = (ms: number, isKeyProven: boolean) => ({
  refusedAt: ago(ms),
  isKeyProven,
  unknownBins: [],
});

describe('the key of a board', () => {
  it('looks wrong right after a refused sign-in if the board never signed in with it', () => {
    expect(findWrongKey(refusedSignIn(MINUTE, false), lastReading(2 * MINUTE))).toBe(ago(MINUTE));
    expect(findWrongKey(refusedSignIn(MINUTE, false), lastReading(null))).toBe(ago(MINUTE));
  });

  it('does not look wrong after a refused sign-in while the bin has data', () => {
    expect(findWrongKey(refusedSignIn(MINUTE, true), lastReading(HOUR))).toBe(null);
    expect(findWrongKey(refusedSignIn(MINUTE, true), lastReading(3 * HOUR))).toBe(ago(MINUTE));
    expect(findWrongKey(refusedSignIn(MINUTE, true), lastReading(3 * HOUR, 2 * HOUR))).toBe(null);
  });

  it('looks right again after a sign-in, a newer reading or a week', () => {
    const signedIn = { refusedAt: null, isKeyProven: true, unknownBins: [] };
    expect(findWrongKey(signedIn, lastReading(3 * HOUR))).toBe(null);
    expect(findWrongKey(refusedSignIn(HOUR, false), lastReading(MINUTE))).toBe(null);
    expect(findWrongKey(refusedSignIn(7 * DAY, false), lastReading(null))).toBe(ago(7 * DAY));
    expect(findWrongKey(refusedSignIn(7 * DAY + 1, false), lastReading(null))).toBe(null);
  });
});

it('lists the bins that a board reports but that are not set up, for a week', () => {
  const unknownBins = [
    { binNumber: 3, at: ago(DAY) },
    { binNumber: 2, at: ago(7 * DAY) },
    { binNumber: 4, at: ago(7 * DAY + 1) },
  ];
  const problems = { refusedAt: null, isKeyProven: true, unknownBins };
  expect(listUnknownBins(problems, now)).toEqual([2, 3]);
});
