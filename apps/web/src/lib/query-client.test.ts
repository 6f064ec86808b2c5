import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { queryClient, shouldRetry, waitForFirstResponses } from './query-client.ts';

const makeApiError = (status: number) =>
  new ApiError({ status, code: 'INTERNAL_ERROR', message: '' });

describe('a failed query', () => {
  it('is retried once', () => {
    expect(shouldRetry(0, makeApiError(500))).toBe(true);
    expect(shouldRetry(0, makeApiError(0))).toBe(true);
    expect(shouldRetry(1, makeApiError(500))).toBe(false);
  });

  it('is not retried if the server rejected it', () => {
    expect(shouldRetry(0, makeApiError(404))).toBe(false);
  });
});

it('a query is not refetched when the window gets focus', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    refetchOnWindowFocus: false,
    retry: shouldRetry,
  });
});

describe('the first responses', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const createClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const respondAfter = async <T>(ms: number, response: () => T) => {
    await new Promise<void>((resolve) => setTimeout(resolve, ms));
    return response();
  };
  const isDone = async (promise: Promise<void>) => {
    let done = false;
    void promise.then(() => {
      done = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return done;
  };

  it('are awaited until each query has data or has failed', async () => {
    const queries = createClient();
    void queries.prefetchQuery({
      queryKey: ['bin'],
      queryFn: () => respondAfter(100, () => 'a bin'),
    });
    void queries.prefetchQuery({
      queryKey: ['reading'],
      queryFn: () =>
        respondAfter(200, () => {
          throw new Error('gone');
        }),
    });
    const responses = waitForFirstResponses(queries, 300);
    await vi.advanceTimersByTimeAsync(199);
    expect(await isDone(responses)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isDone(responses)).toBe(true);
  });

  it('are awaited only for a limited time', async () => {
    const queries = createClient();
    void queries.prefetchQuery({ queryKey: ['bin'], queryFn: () => new Promise<never>(() => {}) });
    const responses = waitForFirstResponses(queries, 300);
    await vi.advanceTimersByTimeAsync(299);
    expect(await isDone(responses)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isDone(responses)).toBe(true);
  });

  it('are not awaited if there are no queries', async () => {
    expect(await isDone(waitForFirstResponses(createClient(), 300))).toBe(true);
  });
});
