import { HOUR, MINUTE, SECOND } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { live } from '../../../../lib/live-client.ts';
import { followLiveChart, getRefreshInterval } from './use-live-chart.ts';

vi.mock('../../../../lib/api.ts', () => ({ call: vi.fn() }));
vi.mock('../../../../lib/live-client.ts', () => ({
  live: { onReading: vi.fn(() => () => {}), onRenewed: vi.fn(() => () => {}) },
  useWatch: () => {},
}));

const KEY = ['chart', 7, 1];
const INTERVAL = getRefreshInterval(1);
let queries: QueryClient;
let stop: () => void;
let refetchCount = 0;

function receiveReading(binId = 7): void {
  const [listener] = vi.mocked(live.onReading).mock.lastCall ?? [];
  listener?.({ binId } as Parameters<NonNullable<typeof listener>>[0]);
}

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  queries.setQueryData(KEY, { records: [], isMerged: false });
  refetchCount = 0;
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
    refetchCount += filters?.queryKey?.join() === KEY.join() ? 1 : Number.NaN;
    queries.setQueryData(KEY, { records: [], isMerged: false });
  });
  stop = followLiveChart(queries, 7, 1);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('refetches a chart as readings arrive, but not after every reading', () => {
  for (let second = 0; second < 120; second++) {
    receiveReading();
    vi.advanceTimersByTime(10 * SECOND);
  }
  expect(refetchCount).toBeGreaterThan(1);
  expect(refetchCount).toBeLessThanOrEqual((20 * MINUTE) / INTERVAL);
});

it('does not refetch for another bin, without readings, or after it stops', () => {
  receiveReading(8);
  vi.advanceTimersByTime(HOUR);
  expect(refetchCount).toBe(0);
  receiveReading();
  stop();
  vi.advanceTimersByTime(HOUR);
  expect(refetchCount).toBe(0);
});

it('refetches at once if readings may have been missed', () => {
  vi.mocked(live.onRenewed).mock.lastCall?.[0]();
  expect(refetchCount).toBe(1);
});

it('refetches long ranges less often, but still every hour', () => {
  expect(INTERVAL).toBeLessThan(5 * MINUTE);
  expect(getRefreshInterval(7)).toBeGreaterThan(INTERVAL);
  expect(getRefreshInterval(365)).toBe(HOUR);
});
