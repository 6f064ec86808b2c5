import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type AlertFilters, alertsQuery } from './get-alerts.ts';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});

const pagination = { page: 1, limit: 10, total: 0, totalPages: 0, hasNextPage: false };

/** Returns whether a list is refetched automatically while this many of its bins are unchecked. */
function isRefetched(filters: AlertFilters, uncheckedBins: number): boolean {
  const client = new QueryClient();
  const options = alertsQuery(filters, 1);
  const list = {
    RESP_MSG: 'OK',
    data: [],
    pagination,
    unchecked_bins: uncheckedBins,
    bins_without_alert: 0,
  };
  client.setQueryData(options.queryKey, Object(list));
  const query = new QueryObserver(client, options).getCurrentQuery();
  const interval = options.refetchInterval;
  return Boolean(typeof interval === 'function' ? interval(query) : interval);
}

it('a list of open alerts is refetched until all bins have been checked', () => {
  expect(isRefetched({}, 2)).toBe(true);
  expect(isRefetched({}, 0)).toBe(false);
  expect(isRefetched({ state: 'closed' }, 2)).toBe(false);
});
