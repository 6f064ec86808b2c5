import { describe, expect, it } from 'vitest';
import { roundToStep } from './round-time.ts';

describe('the time of the date filter', () => {
  it.each([
    ['12:03', '12:00'],
    ['23:59', '23:55'],
    ['00:05', '00:05'],
    ['', ''],
  ])('rounds %j down to %j', (typed, step) => {
    expect(roundToStep(typed)).toBe(step);
  });
});
