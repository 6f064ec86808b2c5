import { MINUTE, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { exampleReading } from '../../../bin-data/reading.fixture.ts';

const fake = vi.hoisted(() => ({ calls: 0, bins: [] as unknown[], live: null as unknown }));

vi.mock('../../../lib/live-client.ts', () => ({
  live: { trackNewest: () => () => fake.live, waitUntilWatching: async () => undefined },
}));
vi.mock('../../../lib/api.ts', () => ({
  call: async () => {
    fake.calls += 1;
    return fake.bins;
  },
}));

const { loadAllReadingsQuery } = await import('./load-all-readings.ts');
const { latestReadingQuery } = await import('../../../bin-data/latest-reading.ts');

const older = exampleReading();
const newer = exampleReading({ at: millis(older.at + MINUTE) });

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  Object.assign(fake, { calls: 0, bins: [], live: null });
});

const load = () => client.fetchQuery(loadAllReadingsQuery);
const findReading = (binId: number) => client.getQueryData(latestReadingQuery(binId).queryKey);

it('stores the readings of all bins in one call', async () => {
  fake.bins = [
    { id: 1, latest: older },
    { id: 2, latest: null },
  ];
  await load();
  expect([findReading(1), findReading(2), findReading(3)]).toEqual([older, null, undefined]);
  expect(fake.calls).toBe(1);
});

it('keeps a newer reading of a bin, and takes one that arrived during the call', async () => {
  fake.bins = [{ id: 1, latest: older }];
  client.setQueryData(latestReadingQuery(1).queryKey, newer);
  await load();
  expect(findReading(1)).toEqual(newer);
  client.clear();
  fake.live = newer;
  await load();
  expect(findReading(1)).toEqual(newer);
});
