import { MINUTE, millis, SECOND } from '@granary/domain/units';
import {
  environmentManager,
  focusManager,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latestReadingQuery } from '../bin-data/latest-reading.ts';
import { allBinsQuery } from '../features/bins/api/get-all-bins.ts';
import { binQuery } from '../features/bins/api/get-bin.ts';
import { farmBinsQuery } from '../features/bins/api/get-farm-bins.ts';
import { farmQuery } from '../features/farms/api/get-farm.ts';
import { farmsQuery } from '../features/farms/api/get-farms.ts';
import { notificationsQuery } from '../features/notifications/api/notifications.ts';
import { gaugeReadingQuery, readingAtQuery } from '../features/readings/api/get-reading.ts';
import { chartQuery } from '../features/readings/chart/api/get-chart.ts';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

describe('fetched data', () => {
  it.each([
    ['farms', farmsQuery(1), 5 * MINUTE, 30 * MINUTE],
    ['a farm', farmQuery(1), 5 * MINUTE, 30 * MINUTE],
    ["a farm's bins", farmBinsQuery(1), 2 * MINUTE, 30 * MINUTE],
    ['all bins', allBinsQuery, 2 * MINUTE, 3 * MINUTE],
  ])('keeps %s fresh and cached for the configured times', (_, query, fresh, cached) => {
    expect(query.staleTime).toBe(fresh);
    expect(query.gcTime).toBe(cached);
  });

  it('is refetched for the bell and a chart when the window gets focus', () => {
    expect(notificationsQuery.refetchOnWindowFocus).toBe(true);
    expect(chartQuery(1, 7).refetchOnWindowFocus).toBe(true);
  });

  it('stays cached for an opened bin until the page is reloaded', () => {
    expect(binQuery(1).gcTime).toBe(Number.POSITIVE_INFINITY);
    expect(latestReadingQuery(1).gcTime).toBe(Number.POSITIVE_INFINITY);
  });

  it('is refetched for the settings of a bin each time they are opened', () => {
    expect(binQuery(1).staleTime).toBe(0);
  });

  it.each([
    ['realtime', ['radio'], 3 * SECOND],
    ['sleep', ['radio'], 30 * SECOND],
    ['realtime', [], MINUTE],
  ])(
    'is refetched at the right interval for a bin with a %s board and the open commands %j',
    (name, open, interval) => {
      const client = new QueryClient();
      const { queryKey, refetchInterval } = binQuery(1);
      client.setQueryData(queryKey, Object({ firmwareName: name, openCommands: open }));
      const query = client.getQueryCache().find({ queryKey });
      expect(query && typeof refetchInterval === 'function' && refetchInterval(Object(query))).toBe(
        interval,
      );
    },
  );
});

describe('a reading', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // Without a window, the query client would act as if it were on a server and never refetch.
    environmentManager.setIsServer(() => false);
  });
  afterEach(() => {
    environmentManager.setIsServer(() => true);
    vi.useRealTimers();
  });

  /** Counts how often a query is fetched while it is shown repeatedly. */
  function countCalls(query: Pick<QueryObserverOptions, 'queryKey'>) {
    const queries = new QueryClient();
    queries.mount();
    let calls = 0;
    const queryFn = () => {
      calls++;
      return null;
    };
    const show = () => new QueryObserver(queries, { ...query, queryFn }).subscribe(() => {});
    return { show, calls: () => calls };
  }

  it.each([
    ['the latest', latestReadingQuery(1)],
    ['one at a given time', readingAtQuery(1, millis(0))],
  ])('%s is refetched after a minute and not before', async (_, query) => {
    const { show, calls } = countCalls(query);
    show()();
    await vi.advanceTimersByTimeAsync(MINUTE - SECOND);
    show()();
    expect(calls()).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    show()();
    expect(calls()).toBe(2);
  });

  it('in a gauge is refetched every five seconds while it is shown', async () => {
    const { show, calls } = countCalls(gaugeReadingQuery(1));
    const hide = show();
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(calls()).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(calls()).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(calls()).toBe(4);
    hide();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(calls()).toBe(4);
  });

  it.each([
    ['the latest', latestReadingQuery(1), MINUTE],
    ['that of a gauge', gaugeReadingQuery(1), 0],
  ])('%s is refetched when the window gets focus', async (_, query, delay) => {
    const { show, calls } = countCalls(query);
    const hide = show();
    await vi.advanceTimersByTimeAsync(delay);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls()).toBe(2);
    hide();
    focusManager.setFocused(undefined);
  });
});
