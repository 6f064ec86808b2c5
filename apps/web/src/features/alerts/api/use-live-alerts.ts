import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '../../../lib/live.ts';
import { live, useWatch } from '../../../lib/live-client.ts';

/** The alerts of many bins change in bursts; lists are fetched once per interval. */
const BATCH_MS = 500;
/** Lists of bins, which show who acknowledged an alert, are longer. */
const BINS_BATCH_MS = 5_000;

const REQUEST = { alerts: true } as const;

/** Fetches alerts and the entries behind the bell again when they change, and after a reconnect. */
export function useLiveAlerts(): void {
  const client = useQueryClient();
  useWatch(REQUEST);
  useEffect(() => {
    const openedAt = performance.now();
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const refetch = (lists: LiveChange | 'bins') => {
      timers.delete(lists);
      void client.invalidateQueries({ queryKey: [lists] });
    };
    const refetchAfter = (lists: LiveChange | 'bins', ms: number) => {
      if (timers.has(lists)) return;
      timers.set(
        lists,
        setTimeout(() => refetch(lists), ms),
      );
    };
    const refetchAll = () => {
      refetch('alerts');
      refetch('notifications');
    };
    const stopChanges = live.onChange((change) => {
      refetchAfter(change, BATCH_MS);
      if (change === 'alerts') refetchAfter('bins', BINS_BATCH_MS);
    });
    const stopRenewed = live.onRenewed(refetchAll);
    // Fetches what changed after the page was opened and before the server began to send changes.
    void live.whenWatching(REQUEST).then(() => {
      if (live.isWatching(REQUEST) && !live.hasAllSince(REQUEST, openedAt)) refetchAll();
    });
    return () => {
      stopChanges();
      stopRenewed();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [client]);
}
