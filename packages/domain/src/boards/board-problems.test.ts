import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, millis } from '../units.ts';
import { findWrongKey, listUnknownBins } from './board-problems.ts';

const now = millis(1_700_000_000_000);
const ago = (ms: number) => millis(now - ms);
const last = (age: number | null, usualIntervalMs = HOUR) => ({
  now,
  lastAt: age === null ? null : ago(age),
  usualIntervalMs,
});
const refused = (ms: number, isKeyProven: boolean) => ({
  refusedAt: ago(ms),
  isKeyProven,
  unknownBins: [],
});

describe('the key of a board', () => {
  it('looks wrong at once if the board never signed in with it', () => {
    expect(findWrongKey(refused(MINUTE, false), last(2 * MINUTE))).toBe(ago(MINUTE));
    expect(findWrongKey(refused(MINUTE, false), last(null))).toBe(ago(MINUTE));
  });

  it('does not look wrong after a refused sign-in while the bin has data', () => {
    expect(findWrongKey(refused(MINUTE, true), last(HOUR))).toBe(null);
    expect(findWrongKey(refused(MINUTE, true), last(3 * HOUR))).toBe(ago(MINUTE));
    expect(findWrongKey(refused(MINUTE, true), last(3 * HOUR, 2 * HOUR))).toBe(null);
  });

  it('looks right again after a sign-in, a newer reading or a week', () => {
    const signedIn = { refusedAt: null, isKeyProven: true, unknownBins: [] };
    expect(findWrongKey(signedIn, last(3 * HOUR))).toBe(null);
    expect(findWrongKey(refused(HOUR, false), last(MINUTE))).toBe(null);
    expect(findWrongKey(refused(7 * DAY, false), last(null))).toBe(ago(7 * DAY));
    expect(findWrongKey(refused(7 * DAY + 1, false), last(null))).toBe(null);
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
