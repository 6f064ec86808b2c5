import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Retries once, but not a call that the server rejected: it would reject it again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 1 && !isClientError;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      refetchOnWindowFocus: false,
      // Without a network a call fails at once and the screens show it, instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Resolves once every pending query has its first data or has failed, or after this time, ms. */
export function waitForFirstResponses(client: QueryClient, timeoutMs: number): Promise<void> {
  const cache = client.getQueryCache();
  const isWaiting = () => cache.getAll().some(({ state }) => state.status === 'pending');
  if (!isWaiting()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const unsubscribe = cache.subscribe(() => {
      if (!isWaiting()) done();
    });
  });
}
