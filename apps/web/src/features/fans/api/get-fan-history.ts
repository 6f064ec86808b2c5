import { FAN_HISTORY_MOST, FAN_HISTORY_PAGE, fanHistory } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import { DAY, MINUTE, type Millis, millis } from '@granary/domain/units';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';
import { now } from '../../../lib/clock.ts';

/** Reads the turns of a fan anew when it is seen to be turned. */
export function useFanHistoryUpdates(binId: number, { running, since }: FanState): void {
  const client = useQueryClient();
  const turn = `${binId} ${running} ${since}`;
  const seen = useRef(turn);
  useEffect(() => {
    if (seen.current === turn) return;
    seen.current = turn;
    void client.invalidateQueries({ queryKey: ['fanHistory', binId] });
  }, [client, binId, turn]);
}

/** A page (from 1) of when a fan was turned, newest first. */
export function fanHistoryQuery(binId: number, page: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, page],
    queryFn: ({ signal }) =>
      call(fanHistory, { query: { bin_id: binId, page, limit: FAN_HISTORY_PAGE } }, signal),
    staleTime: MINUTE,
    placeholderData: keepPreviousData,
  });
}

/** The newest turn of a fan, null before the first. */
export function lastFanEventQuery(binId: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'last'],
    queryFn: async ({ signal }) => {
      const query = { bin_id: binId, page: 1, limit: 1 };
      return (await call(fanHistory, { query }, signal)).data[0] ?? null;
    },
    refetchInterval: MINUTE,
  });
}

/** A stretch of time, ms; `to` is null while it goes on. */
export interface FanRun {
  readonly from: Millis;
  readonly to: Millis | null;
}

/** When a fan ran in the last days, newest first; until that is known, as was shown before. */
export function fanRunsQuery(binId: number, days: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'runs', days],
    queryFn: async ({ signal }) => {
      const since = millis(now() - days * DAY);
      const runs: FanRun[] = [];
      for (let page = 1; ; page++) {
        const query = { bin_id: binId, page, limit: FAN_HISTORY_MOST, since };
        const { data, pagination } = await call(fanHistory, { query }, signal);
        for (const { type, at, offAt } of data) {
          if (type === 'on') runs.push({ from: at, to: offAt });
        }
        if (!pagination.hasNextPage) return runs;
      }
    },
    staleTime: 5 * MINUTE,
    placeholderData: keepPreviousData,
  });
}
