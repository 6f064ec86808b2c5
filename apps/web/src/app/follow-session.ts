import type { QueryClient } from '@tanstack/react-query';
import { followOtherTabs, onSessionChange } from '../lib/session.ts';
import type { AppRouter } from './router.ts';

/** Once a session ends, here or in another tab, nothing of it stays on screen or in memory. */
export function followSession(router: AppRouter, queryClient: QueryClient): void {
  followOtherTabs();
  onSessionChange((ended) => {
    if (ended === null) return;
    const href = router.state.location.href;
    const search = ended === 'expired' ? { to: href } : {};
    void router.navigate({ to: '/login', search }).then(async () => {
      await queryClient.cancelQueries();
      queryClient.clear();
    });
  });
}
