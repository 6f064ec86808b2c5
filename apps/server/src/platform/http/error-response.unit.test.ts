import { expect, it } from 'vitest';
import { tooManyRequestsError } from './error-response.ts';

it('gives a short wait in seconds and a long one in minutes, rounded up', () => {
  const readWaitMessage = (seconds: number) => {
    const { messageKey: key, details } = tooManyRequestsError(seconds);
    expect(details.retryAfterS).toBe(seconds);
    return [key, details.values];
  };
  expect(readWaitMessage(120)).toEqual(['tooManyAttempts', { seconds: 120 }]);
  expect(readWaitMessage(121)).toEqual(['tooManyAttemptsMinutes', { minutes: 3 }]);
  expect(readWaitMessage(3599)).toEqual(['tooManyAttemptsMinutes', { minutes: 60 }]);
});
