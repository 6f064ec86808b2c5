import { expect, it } from 'vitest';
import { tooOften } from './refusal.ts';

it('a wait is told in seconds, and a long one in minutes, of which the last has begun', () => {
  const told = (seconds: number) => {
    const { sentence, details } = tooOften(seconds);
    expect(details.retryAfterS).toBe(seconds);
    return [sentence, details.values];
  };
  expect(told(120)).toEqual(['tooOften', { seconds: 120 }]);
  expect(told(121)).toEqual(['tooOftenMinutes', { minutes: 3 }]);
  expect(told(3599)).toEqual(['tooOftenMinutes', { minutes: 60 }]);
});
