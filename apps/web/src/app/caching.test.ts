import { MINUTE, millis, SECOND } from '@granary/domain/units';
import {
  environmentManager,
  focusManager,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allBinsQuery } from '../features/bins/api/get-all-bins.ts';
import { binQuery } from '../features/bins/api/get-bin.ts';
import { farmBinsQuery } from '../features/bins/api/get-farm-bins.ts';
import { farmQuery } from '../features/farms/api/get-farm.ts';
import { farmsQuery } from '../features/farms/api/get-farms.ts';
import { notificationsQuery } from '../features/notifications/api/notifications.ts';
import {
  gaugeReadingQuery,
  latestReadingQuery,
  readingAtQuery,
} from '../features/readings/api/get-reading.ts';
import { chartQuery } from '../features/readings/chart/api/get-chart.ts';

// The session module reads the storage when it is loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

describe('fetched data', () => {
  it.each([
    ['farms', farmsQuery(1), 5 * MINUTE, 30 * MINUTE],
    ['a farm', farmQuery(1), 5 * MINUTE, 30 * MINUTE],
    ["a farm's bins", farmBinsQuery(1), 2 * MINUTE, 30 * MINUTE],
    ['all bins', allBinsQuery, 2 * MINUTE, 3 * MINUTE],
  ])('keeps %s fresh and cached as long as the table says', (_, query, fresh, kept) => {
    expect(query.staleTime).toBe(fresh);
    expect(query.gcTime).toBe(kept);
  });

  it('is refetched for the bell and a chart when the window gets the focus', () => {
    expect(notificationsQuery.refetchOnWindowFocus).toBe(true);
    expect(chartQuery(1, 7).refetchOnWindowFocus).toBe(true);
  });

  it('is cached for an opened bin as long as the visit lasts', () => {
    expect(binQuery(1).gcTime).toBe(Number.POSITIVE_INFINITY);
    expect(latestReadingQuery(1).gcTime).toBe(Number.POSITIVE_INFINITY);
  });

  it('is refetched for the settings of a bin each time they are opened', () => {
    expect(binQuery(1).staleTime).toBe(0);
  });
});

describe('a reading', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // Without a window the query client would behave as on a server and never refetch.
    environmentManager.setIsServer(() => false);
  });
  afterEach(() => {
    environmentManager.setIsServer(() => true);
    vi.useRealTimers();
  });

  /** Counts the calls of a query that is shown again and again. */
  function watched(query: Pick<QueryObserverOptions, 'queryKey'>) {
    const queries = new QueryClient();
    queries.mount();
    let asked = 0;
    const queryFn = () => {
      asked++;
      return null;
    };
    const look = () => new QueryObserver(queries, { ...query, queryFn }).subscribe(() => {});
    return { look, asked: () => asked };
  }

  it.each([
    ['the latest', latestReadingQuery(1)],
    ['one of a time', readingAtQuery(1, millis(0))],
  ])('%s is refetched after a minute and not before', async (_, query) => {
    const { look, asked } = watched(query);
    look()();
    await vi.advanceTimersByTimeAsync(MINUTE - SECOND);
    look()();
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    look()();
    expect(asked()).toBe(2);
  });

  it('of a gauge is refetched every five seconds while it is shown', async () => {
    const { look, asked } = watched(gaugeReadingQuery(1));
    const leave = look();
    await vi.advanceTimersByTimeAsync(4 * SECOND);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(SECOND);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(asked()).toBe(4);
    leave();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(asked()).toBe(4);
  });

  it.each([
    ['the latest', latestReadingQuery(1), MINUTE],
    ['that of a gauge', gaugeReadingQuery(1), 0],
  ])('%s is refetched when the window gets the focus', async (_, query, after) => {
    const { look, asked } = watched(query);
    const leave = look();
    await vi.advanceTimersByTimeAsync(after);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toBe(2);
    leave();
    focusManager.setFocused(undefined);
  });
});
