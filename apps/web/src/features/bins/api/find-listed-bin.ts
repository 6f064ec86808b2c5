import type { BinSummary } from '@granary/contract/bins/lists';
import type { QueryClient } from '@tanstack/react-query';

/** Finds a bin in the most recently fetched list that contains it. */
export function findListedBin(client: QueryClient, binId: number): BinSummary | undefined {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['bins'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data ?? []) as readonly BinSummary[])
    .find(({ id }) => id === binId);
}
