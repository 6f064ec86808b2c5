import type { BinSummary } from '@granary/contract/bins/lists';
import type { LiveReading } from '@granary/contract/readings/live';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live } from '../../../lib/live-client.ts';
import { mergeReadings } from '../merge-reading.ts';

/** Readings of many bins arrive in bursts; lists are updated once per interval. */
const BATCH_MS = 250;

/** Merges live readings into all lists of bins, and refetches the lists after a reconnect. */
export function useLiveBins(): void {
  const client = useQueryClient();
  useEffect(() => {
    let pendingReadings = new Map<number, LiveReading>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const apply = () => {
      const readings = pendingReadings;
      pendingReadings = new Map();
      timer = null;
      client.setQueriesData<readonly BinSummary[]>(
        { queryKey: ['bins'] },
        (bins) => bins && mergeReadings(bins, readings),
      );
    };
    const unsubscribeFromReadings = live.onReading((reading) => {
      pendingReadings.set(reading.binId, reading);
      timer ??= setTimeout(apply, BATCH_MS);
    });
    const unsubscribeFromRenewals = live.onRenewed(() => {
      void client.invalidateQueries({ queryKey: ['bins'] });
    });
    return () => {
      unsubscribeFromReadings();
      unsubscribeFromRenewals();
      if (timer !== null) clearTimeout(timer);
    };
  }, [client]);
}
