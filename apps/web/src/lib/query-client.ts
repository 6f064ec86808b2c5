import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Whether to retry a failed call: once, but not if the server rejected it, because it would do so again. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  const isClientError = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failureCount < 1 && !isClientError;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      refetchOnWindowFocus: false,
      // Without a network, a call fails immediately instead of waiting, and the screens show the error.
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
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    const unsubscribe = cache.subscribe(() => {
      if (!isWaiting()) finish();
    });
  });
}
