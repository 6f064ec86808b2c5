// @vitest-environment node
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../lib/session.ts';
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

const early = (path: string, role: Role = 'user') =>
  EARLY_CALLS[path]?.[role].map((call) => call.replace('{id}', '7').replace('{me}', '3'));

describe('what is asked for before the application is there', () => {
  it("is to the letter what a bin's page asks for", async () => {
    const { binDetails } = await import('../../features/bins/api/get-bin.ts');
    const { latestReading } = await import('../../features/readings/api/get-reading.ts');
    expect(await askedFor([binDetails(7), latestReading(7)])).toEqual(early('/binsensor/'));
  });

  it("is to the letter what a farm's page asks for", async () => {
    const { firstFarmBins } = await import('../../features/bins/api/get-farm-bins.ts');
    const { farmDetails } = await import('../../features/farms/api/get-farm.ts');
    expect(await askedFor([farmDetails(7), firstFarmBins(7)])).toEqual(early('/binsensorlist/'));
  });

  it('is to the letter what the first page of farmers asks for', async () => {
    const { allBins } = await import('../../features/bins/api/get-all-bins.ts');
    expect(await askedFor([allBins])).toEqual(early('/allbins'));
  });

  it('is to the letter what the first page of staff asks for', async () => {
    const { worstCustomers } = await import('../../features/accounts/api/get-customers.ts');
    const asked = await askedFor([worstCustomers]);
    expect(asked).toEqual(early('/dashboard', 'distributor'));
    expect(asked).toEqual(early('/dashboard', 'admin'));
  });

  it("is to the letter what a farmer's farms ask for", async () => {
    const { farmsOf } = await import('../../features/farms/api/get-farms.ts');
    const { farmStates } = await import('../../lib/farm-states.ts');
    expect(await askedFor([farmsOf(3), farmStates(3)])).toEqual(early('/dashboard'));
  });
});
