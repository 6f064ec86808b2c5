import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { live } from '../lib/live-client.ts';
import { latestReadingQuery } from './latest-reading.ts';

vi.mock('../lib/api.ts', () => ({ call: vi.fn(() => Promise.resolve(null)) }));
vi.mock('../lib/live-client.ts', () => ({
  live: {
    hasAllReadingsSince: vi.fn(),
    isWatching: vi.fn(() => true),
    waitUntilWatching: vi.fn(),
    trackNewestReadings: () => () => null,
  },
}));

const BIN = ['bin', 7];
let queries: QueryClient;
const isBinStale = () => queries.getQueryState(BIN)?.isInvalidated;

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(BIN, { fan: 'off' });
  vi.mocked(call).mockClear();
});

/** Fetches a reading; `isComplete` means that no reading arrived before the bin was watched. */
async function fetchBeforeWatch(isComplete: boolean) {
  vi.mocked(live.hasAllReadingsSince).mockReturnValueOnce(false).mockReturnValueOnce(isComplete);
  let confirmWatch = () => {};
  vi.mocked(live.waitUntilWatching).mockReturnValue(
    new Promise((resolve) => (confirmWatch = resolve)),
  );
  const fetched = queries.fetchQuery(latestReadingQuery(7));
  await vi.waitFor(() => expect(live.waitUntilWatching).toHaveBeenCalled());
  expect(call).toHaveBeenCalledTimes(1);
  confirmWatch();
  await fetched;
}

it('fetches the reading again and invalidates the bin if a reading arrived before the bin was watched', async () => {
  await fetchBeforeWatch(false);
  expect(call).toHaveBeenCalledTimes(2);
  expect(isBinStale()).toBe(true);
});

it('fetches the reading once if none arrived before the bin was watched', async () => {
  await fetchBeforeWatch(true);
  expect(call).toHaveBeenCalledTimes(1);
  expect(isBinStale()).toBe(false);
});

it('fetches the reading of a watched bin once', async () => {
  vi.mocked(live.hasAllReadingsSince).mockReturnValue(true);
  await queries.fetchQuery(latestReadingQuery(7));
  expect(call).toHaveBeenCalledTimes(1);
});
