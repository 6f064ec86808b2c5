import type { ListedBin } from '@granary/contract/bins/http';
import type { QueryClient } from '@tanstack/react-query';

/** A bin as the newest list that holds it showed it; undefined where none does. */
export function findListedBin(client: QueryClient, binId: number): ListedBin | undefined {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['bins'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data ?? []) as readonly ListedBin[])
    .find(({ id }) => id === binId);
}
