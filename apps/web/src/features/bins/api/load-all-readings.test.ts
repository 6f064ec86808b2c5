import { MINUTE, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeExampleReading } from '../../../bin-data/reading.fixture.ts';

const fakeServer = vi.hoisted(() => ({ calls: 0, bins: [] as unknown[], live: null as unknown }));

vi.mock('../../../lib/live-client.ts', () => ({
  live: {
    trackNewestReadings: () => () => fakeServer.live,
    waitUntilWatching: async () => undefined,
  },
}));
vi.mock('../../../lib/api.ts', () => ({
  call: async () => {
    fakeServer.calls += 1;
    return fakeServer.bins;
  },
}));

const { loadAllReadingsQuery } = await import('./load-all-readings.ts');
const { latestReadingQuery } = await import('../../../bin-data/latest-reading.ts');

const olderReading = makeExampleReading();
const newerReading = makeExampleReading({ at: millis(olderReading.at + MINUTE) });

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  Object.assign(fakeServer, { calls: 0, bins: [], live: null });
});

const load = () => client.fetchQuery(loadAllReadingsQuery);
const findReading = (binId: number) => client.getQueryData(latestReadingQuery(binId).queryKey);

it('stores the readings of all bins in one call', async () => {
  fakeServer.bins = [
    { id: 1, latest: olderReading },
    { id: 2, latest: null },
  ];
  await load();
  expect([findReading(1), findReading(2), findReading(3)]).toEqual([olderReading, null, undefined]);
  expect(fakeServer.calls).toBe(1);
});

it('keeps a newer reading of a bin, and takes one that arrived during the call', async () => {
  fakeServer.bins = [{ id: 1, latest: olderReading }];
  client.setQueryData(latestReadingQuery(1).queryKey, newerReading);
  await load();
  expect(findReading(1)).toEqual(newerReading);
  client.clear();
  fakeServer.live = newerReading;
  await load();
  expect(findReading(1)).toEqual(newerReading);
});
