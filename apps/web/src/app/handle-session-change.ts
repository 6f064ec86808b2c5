import type { QueryClient } from '@tanstack/react-query';
import { currentSession, onSessionChange, watchOtherTabs } from '../lib/session.ts';
import { homePath } from './router/guards.ts';
import type { AppRouter } from './router/router.ts';

/**
 * Once a session ends or another takes its place, here or in another tab, nothing of it stays on
 * screen or in memory.
 */
export function handleSessionChanges(router: AppRouter, queryClient: QueryClient): void {
  let held = tokenOfNow();
  watchOtherTabs();
  onSessionChange((news) => {
    const before = held;
    held = tokenOfNow();
    if (held === before) return;
    if (before !== null) {
      // At once: whatever is drawn next may be drawn for somebody else.
      void queryClient.cancelQueries();
      queryClient.clear();
    }
    const { location } = router.state;
    const session = currentSession();
    if (session === null) {
      if (!isOfSession(router)) return;
      const search = news === 'expired' ? { to: location.href } : {};
      void router.navigate({ to: '/login', search });
    } else if (news === 'begun-elsewhere' && (before !== null || location.pathname === '/login')) {
      void router.navigate({ to: homePath(session) });
    }
  });
}

/** Whether the page of now is one for whoever is signed in. */
function isOfSession(router: AppRouter): boolean {
  return router.matchRoutes(router.state.location).some(({ routeId }) => routeId === '/shell');
}

function tokenOfNow(): string | null {
  return currentSession()?.token ?? null;
}
