import type { QueryClient } from '@tanstack/react-query';
import { getCurrentSession, onSessionChange, watchOtherTabs } from '../lib/session.ts';
import { getHomePath } from './router/guards.ts';
import type { AppRouter } from './router/router.ts';

/** Clears all data and leaves the page when the session ends or changes in any tab. */
export function handleSessionChanges(router: AppRouter, queryClient: QueryClient): void {
  let token = getCurrentToken();
  watchOtherTabs();
  onSessionChange((change) => {
    const previous = token;
    token = getCurrentToken();
    if (token === previous) return;
    if (previous !== null) {
      // Cleared immediately: the next render might be for another user.
      void queryClient.cancelQueries();
      queryClient.clear();
    }
    const { location } = router.state;
    const session = getCurrentSession();
    if (session === null) {
      if (!requiresSession(router)) return;
      const search = change === 'expired' ? { to: location.href } : {};
      void router.navigate({ to: '/login', search });
    } else if (
      change === 'started-elsewhere' &&
      (previous !== null || location.pathname === '/login')
    ) {
      void router.navigate({ to: getHomePath(session) });
    }
  });
}

/** Whether the current page requires a session. */
function requiresSession(router: AppRouter): boolean {
  return router.matchRoutes(router.state.location).some(({ routeId }) => routeId === '/shell');
}

function getCurrentToken(): string | null {
  return getCurrentSession()?.token ?? null;
}
