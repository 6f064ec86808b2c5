import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live, useWatch } from '../../../lib/live-client.ts';

/** Alerts often change for many bins at once, so each list is refetched at most once per interval. */
const BATCH_MS = 500;
/** Lists of bins also show alerts, but are larger, so they are fetched less often. */
const BINS_BATCH_MS = 5_000;

const REQUEST = { alerts: true } as const;

/** The queries whose results show that someone is in or near a bin. */
const binEntryQueries = ['bins', 'bin', 'fanHistory'] as const;
type QueryName = 'alerts' | 'notifications' | (typeof binEntryQueries)[number];

/**
 * Refetches what changed: alerts, the bins that show them, notifications, and the queries that show that
 * someone is in or near a bin. After a reconnect, this hook refetches only alerts and notifications; other
 * hooks refetch the lists of bins.
 */
export function useLiveAlerts(): void {
  const client = useQueryClient();
  useWatch(REQUEST);
  useEffect(() => {
    const openedAt = performance.now();
    const timers = new Map<QueryName, ReturnType<typeof setTimeout>>();
    const refetch = (...queryNames: readonly QueryName[]) => {
      for (const queryName of queryNames) {
        clearTimeout(timers.get(queryName));
        timers.delete(queryName);
        void client.invalidateQueries({ queryKey: [queryName] });
      }
    };
    const refetchAfter = (queryName: QueryName, ms: number) => {
      if (timers.has(queryName)) return;
      timers.set(
        queryName,
        setTimeout(() => refetch(queryName), ms),
      );
    };
    const stopListeningForChanges = live.onChange((change) => {
      if (change === 'bin-entries') {
        refetch(...binEntryQueries);
        return;
      }
      refetchAfter(change, BATCH_MS);
      if (change !== 'alerts') return;
      refetchAfter('bin', BATCH_MS);
      refetchAfter('bins', BINS_BATCH_MS);
    });
    const stopListeningForRenewals = live.onRenewed(() => refetch('alerts', 'notifications'));
    // Fetches what changed after the page was opened and before the server began to send changes.
    void live.waitUntilWatching(REQUEST).then(() => {
      if (live.isWatching(REQUEST) && !live.hasAllReadingsSince(REQUEST, openedAt)) {
        refetch('alerts', 'notifications', ...binEntryQueries);
      }
    });
    return () => {
      stopListeningForChanges();
      stopListeningForRenewals();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [client]);
}
