import {
  FAN_HISTORY_PAGE_SIZE,
  getFanHistory,
  MAX_FAN_HISTORY_PAGE_SIZE,
} from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import { DAY, MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/clock.ts';

/** Refetches a fan's history when its state changes. */
export function useFanHistoryUpdates(binId: number, { isRunning, since }: FanState): void {
  const client = useQueryClient();
  const stateKey = `${binId} ${isRunning} ${since}`;
  const lastKey = useRef(stateKey);
  useEffect(() => {
    if (lastKey.current === stateKey) return;
    lastKey.current = stateKey;
    void client.invalidateQueries({ queryKey: ['fanHistory', binId] });
  }, [client, binId, stateKey]);
}

/** A page, numbered from 1, of a fan's on and off events, newest first. */
export function fanHistoryQuery(binId: number, page: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, page],
    queryFn: ({ signal }) =>
      call(getFanHistory, { query: { bin_id: binId, page, limit: FAN_HISTORY_PAGE_SIZE } }, signal),
    staleTime: MINUTE,
    placeholderData: keepPreviousData,
  });
}

/** A fan's latest event; null before its first event. */
export function lastFanEventQuery(binId: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'last'],
    queryFn: async ({ signal }) => {
      const query = { bin_id: binId, page: 1, limit: 1 };
      return (await call(getFanHistory, { query }, signal)).data[0] ?? null;
    },
    refetchInterval: MINUTE,
  });
}

/** A fan run; `to` is null while the fan is running. */
export interface FanRun {
  readonly from: Millis;
  readonly to: Millis | null;
}

/** A fan's recent runs, newest first; shows the previous range while loading. */
export function fanRunsQuery(binId: number, days: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'runs', days],
    queryFn: async ({ signal }) => {
      const since = millis(now() - days * DAY);
      const runs: FanRun[] = [];
      for (let page = 1; ; page++) {
        const query = { bin_id: binId, page, limit: MAX_FAN_HISTORY_PAGE_SIZE, since };
        const { data, pagination } = await call(getFanHistory, { query }, signal);
        for (const { type, at, offAt, durationS } of data) {
          // A run whose end was not reported has only a duration.
          const calculatedEnd = durationS === null ? null : millis(at + durationS * SECOND);
          if (type === 'on') runs.push({ from: at, to: offAt ?? calculatedEnd });
        }
        if (!pagination.hasNextPage) return runs;
      }
    },
    staleTime: 5 * MINUTE,
    placeholderData: keepPreviousData,
  });
}
