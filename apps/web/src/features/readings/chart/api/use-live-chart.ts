import { DAY, HOUR, MINUTE } from '@granary/domain/units';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { now } from '../../../../lib/clock.ts';
import { live, useWatch } from '../../../../lib/live-client.ts';
import { type ChartDays, chartQuery } from './get-chart.ts';

/** The smallest part of a range that is visible in a chart. */
const VISIBLE_SHARE = 1 / 500;

/** The shortest time between two refetches of a chart, ms. */
export function getRefreshInterval(days: ChartDays): number {
  return Math.min(Math.max(days * DAY * VISIBLE_SHARE, 2 * MINUTE), HOUR);
}

/** Refetches a chart as readings of its bin arrive. */
export function useLiveChart(binId: number, days: ChartDays): void {
  const client = useQueryClient();
  useWatch({ bins: [binId] });
  useEffect(() => followLiveChart(client, binId, days), [client, binId, days]);
}

/** Refetches a chart as readings arrive, until the returned function is called. */
export function followLiveChart(client: QueryClient, binId: number, days: ChartDays): () => void {
  const { queryKey } = chartQuery(binId, days);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const refetch = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    void client.invalidateQueries({ queryKey });
  };
  const stopReadings = live.onReading((reading) => {
    const fetchedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    // Charts that are still loading need no refetch, and several readings cause only one refetch.
    if (reading.binId !== binId || fetchedAt === 0 || timer !== null) return;
    timer = setTimeout(refetch, Math.max(fetchedAt + getRefreshInterval(days) - now(), 0));
  });
  const stopRenewals = live.onRenewed(refetch);
  return () => {
    stopReadings();
    stopRenewals();
    if (timer !== null) clearTimeout(timer);
  };
}
