import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live, useWatch } from '../../../lib/live-client.ts';

/** The alerts of many bins change in bursts; lists are fetched once per interval. */
const BATCH_MS = 500;
/** Lists of bins, which also show alerts, are longer. */
const BINS_BATCH_MS = 5_000;

const REQUEST = { alerts: true } as const;

/** The queries whose results show that someone is in or near a bin. */
const binLists = ['bins', 'bin', 'fanHistory'] as const;
type Lists = 'alerts' | 'notifications' | (typeof binLists)[number];

/**
 * Refetches what changed: alerts, notifications, and the queries that show that someone is in or near a
 * bin. After a reconnect it refetches only the first two; other hooks refetch the lists of bins.
 */
export function useLiveAlerts(): void {
  const client = useQueryClient();
  useWatch(REQUEST);
  useEffect(() => {
    const openedAt = performance.now();
    const timers = new Map<Lists, ReturnType<typeof setTimeout>>();
    const refetch = (...lists: readonly Lists[]) => {
      for (const list of lists) {
        clearTimeout(timers.get(list));
        timers.delete(list);
        void client.invalidateQueries({ queryKey: [list] });
      }
    };
    const refetchAfter = (list: Lists, ms: number) => {
      if (timers.has(list)) return;
      timers.set(
        list,
        setTimeout(() => refetch(list), ms),
      );
    };
    const stopChanges = live.onChange((change) => {
      if (change === 'bin-entries') {
        refetch(...binLists);
        return;
      }
      refetchAfter(change, BATCH_MS);
      if (change !== 'alerts') return;
      refetchAfter('bin', BATCH_MS);
      refetchAfter('bins', BINS_BATCH_MS);
    });
    const stopRenewals = live.onRenewed(() => refetch('alerts', 'notifications'));
    // Fetches what changed after the page was opened and before the server began to send changes.
    void live.whenWatching(REQUEST).then(() => {
      if (live.isWatching(REQUEST) && !live.hasAllSince(REQUEST, openedAt)) {
        refetch('alerts', 'notifications', ...binLists);
      }
    });
    return () => {
      stopChanges();
      stopRenewals();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [client]);
}
