import { expect, it } from 'vitest';
import { tooManyRequestsError } from './error-response.ts';

it('gives a short wait in seconds and a long one in minutes, rounded up', () => {
  const waitMessage = (seconds: number) => {
    const { messageKey: sentence, details } = tooManyRequestsError(seconds);
    expect(details.retryAfterS).toBe(seconds);
    return [sentence, details.values];
  };
  expect(waitMessage(120)).toEqual(['tooOften', { seconds: 120 }]);
  expect(waitMessage(121)).toEqual(['tooOftenMinutes', { minutes: 3 }]);
  expect(waitMessage(3599)).toEqual(['tooOftenMinutes', { minutes: 60 }]);
});
