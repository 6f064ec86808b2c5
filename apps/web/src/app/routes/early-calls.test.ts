// @vitest-environment node
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EARLY_CALLS } from './early-calls.ts';

/** The features read the browser as soon as they are loaded. */
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined, setTimeout, clearTimeout });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});

afterEach(() => vi.unstubAllGlobals());

/** The addresses that a page's first queries ask for. */
async function askedFor(queries: readonly object[]): Promise<string[]> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return new Promise(() => undefined);
  });
  const client = new QueryClient();
  for (const query of queries) void client.prefetchQuery(query as never);
  await vi.waitFor(() => expect(asked).toHaveLength(queries.length));
  return asked;
}

const early = (path: string) => EARLY_CALLS[path]?.map((call) => call.replace('{id}', '7'));

describe('what is asked for before the application is there', () => {
  it("is to the letter what a bin's page asks for", async () => {
    const { binDetails } = await import('../../features/bins/get-bin.ts');
    const { latestReading } = await import('../../features/readings/get-reading.ts');
    expect(await askedFor([binDetails(7), latestReading(7)])).toEqual(early('/binsensor/'));
  });

  it("is to the letter what a farm's page asks for", async () => {
    const { firstFarmBins } = await import('../../features/bins/get-farm-bins.ts');
    const { farmDetails } = await import('../../features/farms/get-farm.ts');
    expect(await askedFor([farmDetails(7), firstFarmBins(7)])).toEqual(early('/binsensorlist/'));
  });
});
