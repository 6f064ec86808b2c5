import { FAN_HISTORY_PAGE, fanHistory } from '@granary/contract/fans/http';
import type { FanState } from '@granary/contract/fans/state';
import { MINUTE, type Millis } from '@granary/domain/units';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';

/** Reads the turns of a fan anew when it is seen to be turned. */
export function useFollowedTurns(binId: number, { running, since }: FanState): void {
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
export function fanHistoryPage(binId: number, page: number) {
  return queryOptions({
    queryKey: ['fanHistory', binId, page],
    queryFn: ({ signal }) =>
      call(fanHistory, { query: { bin_id: binId, page, limit: FAN_HISTORY_PAGE } }, signal),
    staleTime: MINUTE,
    placeholderData: keepPreviousData,
  });
}

/** The newest turn of a fan, null before the first. */
export function lastFanEvent(binId: number) {
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

/** So many turns are asked for at once. */
const AT_ONCE = 100;

/** When a fan ran since an instant, newest first. */
export function fanRuns(binId: number, since: Millis) {
  return queryOptions({
    queryKey: ['fanHistory', binId, 'runs', since],
    queryFn: async ({ signal }) => {
      const runs: FanRun[] = [];
      for (let page = 1; ; page++) {
        const query = { bin_id: binId, page, limit: AT_ONCE };
        const { data, pagination } = await call(fanHistory, { query }, signal);
        for (const { type, at, offAt } of data) {
          if (type === 'on') runs.push({ from: at, to: offAt });
        }
        const oldest = data.at(-1)?.at;
        if (!pagination.hasNextPage || oldest === undefined || oldest < since) return runs;
      }
    },
    staleTime: 5 * MINUTE,
  });
}
