import type { BinSummary } from '@granary/contract/bins/lists';
import type { WatchRequest } from '@granary/contract/readings/live';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';

const fakeConnection = vi.hoisted(() => ({
  isWatchGranted: false,
  grantsWatch: true,
  /** True if readings arrived between the first request and the watch. */
  hasMissedReadings: false,
  events: [] as string[],
}));

vi.mock('../../../lib/live-client.ts', () => ({
  live: {
    trackNewestReadings: () => () => null,
    isWatching: () => fakeConnection.isWatchGranted,
    hasAllReadingsSince: () => fakeConnection.isWatchGranted && !fakeConnection.hasMissedReadings,
    waitUntilWatching: async () => {
      fakeConnection.events.push('watched');
      fakeConnection.isWatchGranted = fakeConnection.grantsWatch;
    },
  },
}));
vi.mock('../merge-reading.ts', () => ({ mergeReading: (bin: unknown) => bin }));

const { fetchBinsWithLiveReadings } = await import('./fetch-bins-with-live-readings.ts');

const KEY = ['bins'];
const bins = [{ id: 1 }] as unknown as readonly BinSummary[];
let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  Object.assign(fakeConnection, {
    isWatchGranted: false,
    grantsWatch: true,
    hasMissedReadings: false,
    events: [],
  });
});

/**
 * Fetches the bins and returns the events in order; 'shown' means that the query cache was updated before the
 * fetch ended.
 */
async function fetchBins(foundBins = bins): Promise<string[]> {
  const { events } = fakeConnection;
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') events.push('shown');
  });
  const fetchAll = async () => {
    events.push('fetched');
    return foundBins;
  };
  const watchAll = (): WatchRequest => ({ all: true });
  await fetchBinsWithLiveReadings({ client, queryKey: KEY }, fetchAll, watchAll);
  unsubscribe();
  return events;
}

it('shows bins immediately, and fetches them only once if no reading arrived before the watch', async () => {
  expect(await fetchBins()).toEqual(['fetched', 'shown', 'watched']);
});

it('fetches again if a reading arrived before the watch', async () => {
  fakeConnection.hasMissedReadings = true;
  expect(await fetchBins()).toEqual(['fetched', 'shown', 'watched', 'fetched']);
});

it('fetches bins once if they are already watched', async () => {
  fakeConnection.isWatchGranted = true;
  expect(await fetchBins()).toEqual(['fetched']);
});

it('fetches once if the watch is denied or there are no bins', async () => {
  fakeConnection.grantsWatch = false;
  fakeConnection.hasMissedReadings = true;
  expect(await fetchBins()).toEqual(['fetched', 'shown', 'watched']);
  fakeConnection.events.length = 0;
  client.clear();
  expect(await fetchBins([])).toEqual(['fetched']);
});
