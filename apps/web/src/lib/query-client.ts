import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** One more try, but not of a call that the server refused: it would refuse again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const wasRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 1 && !wasRefused;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      refetchOnWindowFocus: false,
      // Without a network a call fails at once, which the screens show, instead of waiting unseen.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Resolves once every call that is under way brought something or failed, or after so long (ms). */
export function waitForFirstAnswers(client: QueryClient, atMost: number): Promise<void> {
  const cache = client.getQueryCache();
  const isWaiting = () => cache.getAll().some(({ state }) => state.status === 'pending');
  if (!isWaiting()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, atMost);
    const unsubscribe = cache.subscribe(() => {
      if (!isWaiting()) done();
    });
  });
}
