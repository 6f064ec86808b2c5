import { describe, expect, it } from 'vitest';
import { roundDownToStep } from './round-time.ts';

describe('the time in the date filter', () => {
  it.each([
    ['12:03', '12:00'],
    ['23:59', '23:55'],
    ['00:05', '00:05'],
    ['', ''],
  ])('is rounded down from %j to %j', (text, rounded) => {
    expect(roundDownToStep(text)).toBe(rounded);
  });
});
