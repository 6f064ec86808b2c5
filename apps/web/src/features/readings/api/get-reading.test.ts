import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../../lib/api.ts';
import { live } from '../../../lib/live-client.ts';
import { latestReadingQuery } from './get-reading.ts';

vi.mock('../../../lib/api.ts', () => ({ call: vi.fn(() => Promise.resolve(null)) }));
vi.mock('../../../lib/live-client.ts', () => ({
  live: { isWatching: vi.fn(), whenWatching: vi.fn(), newestFromNow: () => () => null },
}));

const BIN = ['bin', 7];
let queries: QueryClient;
const isBinStale = () => queries.getQueryState(BIN)?.isInvalidated;

beforeEach(() => {
  queries = new QueryClient();
  queries.setQueryData(BIN, { fan: 'off' });
  vi.mocked(call).mockClear();
});

it('fetches a bin and its fan again once it is watched', async () => {
  vi.mocked(live.isWatching).mockReturnValue(false);
  let grant = () => {};
  vi.mocked(live.whenWatching).mockReturnValue(new Promise((resolve) => (grant = resolve)));
  const fetched = queries.fetchQuery(latestReadingQuery(7));
  await vi.waitFor(() => expect(live.whenWatching).toHaveBeenCalled());
  expect(call).toHaveBeenCalledTimes(1);
  expect(isBinStale()).toBe(false);
  grant();
  await fetched;
  expect(call).toHaveBeenCalledTimes(2);
  expect(isBinStale()).toBe(true);
});

it('fetches a watched bin once', async () => {
  vi.mocked(live.isWatching).mockReturnValue(true);
  await queries.fetchQuery(latestReadingQuery(7));
  expect(call).toHaveBeenCalledTimes(1);
  expect(isBinStale()).toBe(false);
});
