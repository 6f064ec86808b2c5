import type { BinSummary } from '@granary/contract/bins/lists';
import type { WatchRequest } from '@granary/contract/readings/live';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  granted: false,
  grants: true,
  /** Whether readings arrived between the first request and the watch. */
  missed: false,
  events: [] as string[],
}));

vi.mock('../../../lib/live-client.ts', () => ({
  live: {
    trackNewest: () => () => null,
    isWatching: () => fake.granted,
    hasAllReadingsSince: () => fake.granted && !fake.missed,
    waitUntilWatching: async () => {
      fake.events.push('watched');
      fake.granted = fake.grants;
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
  Object.assign(fake, { granted: false, grants: true, missed: false, events: [] });
});

/** Lists what happened in order; 'shown' means that the cache was filled before the end. */
async function run(found = bins): Promise<string[]> {
  const { events } = fake;
  const stop = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') events.push('shown');
  });
  const fetchAll = async () => {
    events.push('fetched');
    return found;
  };
  const watchAll = (): WatchRequest => ({ all: true });
  await fetchBinsWithLiveReadings({ client, queryKey: KEY }, fetchAll, watchAll);
  stop();
  return events;
}

it('shows bins at once, and fetches them once if no reading arrived before the watch', async () => {
  expect(await run()).toEqual(['fetched', 'shown', 'watched']);
});

it('fetches again if a reading arrived before the watch', async () => {
  fake.missed = true;
  expect(await run()).toEqual(['fetched', 'shown', 'watched', 'fetched']);
});

it('fetches bins once if they are already watched', async () => {
  fake.granted = true;
  expect(await run()).toEqual(['fetched']);
});

it('fetches once if the watch is denied or there are no bins', async () => {
  fake.grants = false;
  fake.missed = true;
  expect(await run()).toEqual(['fetched', 'shown', 'watched']);
  fake.events.length = 0;
  client.clear();
  expect(await run([])).toEqual(['fetched']);
});
